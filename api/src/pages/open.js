import { say } from "./lib/words.js";
