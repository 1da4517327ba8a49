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

/** @throws Failure if a threshold is missed */
export const report = (cli: Cli, figures: readonly Figure[]): void => {
  const tableRows = figures.map(({ what, value, floor, ok }) => [
    what,
    value,
    floor,
    ok ? '' : 'MISSED',
  ]);
  cli.print(formatTable([['measured', 'value', 'floor', ''], ...tableRows]));
  if (figures.some(({ ok }) => !ok))
    throw new Failure('A threshold was missed or a response was wrong.');
};

/**
 * Starts a separate Courtly for a measurement and reports it.
 * @throws Failure if a threshold is missed
 */
export const measured = async (
  cli: Cli,
  runMeasurement: (courtlyServer: Server) => Promise<readonly Figure[]>,
  setting: Setting = {},
): Promise<void> => {
  const figures = machine();
  const courtlyServer = await cli.step('Starting Courtly', () =>
    startServer(cli.interrupted, setting),
  );
  cli.interrupted.addEventListener('abort', () => void courtlyServer.stop());
  try {
    figures.push(...(await runMeasurement(courtlyServer)));
  } finally {
    await courtlyServer.stop();
  }
  report(cli, figures);
};
