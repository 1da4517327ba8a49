import type { Cli } from '../src/cli/cli.js';
import { runCommand } from '../src/cli/program.js';

type Ran = Readonly<{ code: number; printed: string; noted: string }>;

/**
 * Runs `courtly` commands. `onTell` is called for every progress report and may interrupt the
 * command.
 */
export const commandLine =
  (environment: NodeJS.ProcessEnv) =>
  async (
    args: readonly string[],
    onTell: (interrupt: () => void) => void = () => undefined,
  ): Promise<Ran> => {
    const [printed, noted]: [string[], string[]] = [[], []];
    const interruption = new AbortController();
    const cli: Cli = {
      environment,
      print: (line) => void printed.push(line),
      note: (line) => void noted.push(line),
      step: (_, work) => work(() => onTell(() => interruption.abort())),
      interrupted: interruption.signal,
    };
    const code = await runCommand(args, cli);
    return { code, printed: printed.join('\n'), noted: noted.join('\n') };
  };
