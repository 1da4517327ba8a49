import { runCommand } from './program.js';
import { terminal } from './terminal.js';

// Exits explicitly, because the client of a lost store may keep the process alive.
process.exit(await runCommand(process.argv.slice(2), terminal()));
