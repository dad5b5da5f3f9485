// The page without a server: every answer is in files beside it.

import { begin } from "./main.js";
import * as source from "./source_files.js";

begin(source);
