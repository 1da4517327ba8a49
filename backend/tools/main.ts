import { terminal } from '@courtly/backend/cli/terminal';
import { runTool } from './program.js';

// The clients of a stopped store may keep the process alive.
process.exit(await runTool(process.argv.slice(2), terminal()));
