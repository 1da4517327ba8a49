import { runCommand } from './program.js';
import { terminal } from './terminal.js';

// A client of a store that went away may never let go, and the command is done.
process.exit(await runCommand(process.argv.slice(2), terminal()));
