// The page with a server behind it.

import { begin } from "./main.js";
import * as source from "./source_server.js";

begin(source);
