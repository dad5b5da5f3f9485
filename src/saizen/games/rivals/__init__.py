"""R-Rivals (アールライバルズ), also sold as Brave Rats."""
