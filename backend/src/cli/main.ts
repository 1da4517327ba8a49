import { runCommand } from './program.js';
import { terminal } from './terminal.js';

process.exitCode = await runCommand(process.argv.slice(2), terminal());
