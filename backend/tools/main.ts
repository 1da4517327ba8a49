import { terminal } from '@courtly/backend/cli/terminal';
import { runTool } from './program.js';

// A client of a store that went away may never let go, and the tool is done.
process.exit(await runTool(process.argv.slice(2), terminal()));
