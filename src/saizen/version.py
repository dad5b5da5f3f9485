"""The version of saizen, which every file that it writes carries."""

VERSION = "0.4.0"
