import { cpus, loadavg } from 'node:os';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatTable } from '@courtly/backend/cli/table';
import { type Figure, plainFigure } from './measured.js';
import { type Server, type Setting, startServer } from '../server.js';

export const machine = (): Figure[] => [
  plainFigure(
    'machine',
    `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
  ),
  plainFigure(
    'load average at start',
    loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
  ),
];

/** How many characters of the server's output are shown if a measurement fails. */
const SHOWN_OUTPUT = 4_000;

/** @throws Failure if a floor is missed */
export const report = (commandLine: Cli, figures: readonly Figure[]): void => {
  const tableRows = figures.map(({ what, value, floor, ok }) => [
    what,
    value,
    floor,
    ok ? '' : 'MISSED',
  ]);
  commandLine.print(formatTable([['measured', 'value', 'floor', ''], ...tableRows]));
  if (figures.some(({ ok }) => !ok))
    throw new Failure('A threshold was missed or a response was wrong.');
};

/**
 * Starts a separate Courtly for a measurement, and reports the result.
 * @throws Failure if a floor is missed
 */
export const measured = async (
  commandLine: Cli,
  runMeasurement: (courtlyServer: Server) => Promise<readonly Figure[]>,
  serverSetting: Setting = {},
): Promise<void> => {
  const figures = machine();
  const courtlyServer = await commandLine.step('Starting Courtly', () =>
    startServer(commandLine.interrupted, serverSetting),
  );
  commandLine.interrupted.addEventListener('abort', () => void courtlyServer.stop());
  try {
    figures.push(...(await runMeasurement(courtlyServer)));
  } catch (error) {
    commandLine.note(courtlyServer.output().slice(-SHOWN_OUTPUT));
    throw error;
  } finally {
    await courtlyServer.stop();
  }
  report(commandLine, figures);
};
