import { Argument, Command } from 'commander';
import { allProcesses } from '../slices.js';
import { ProcessPositions } from '../platform/processes/positions.service.js';
import { ProcessRunner } from '../platform/processes/runner.js';
import { EventStore } from '../platform/stores/event-store.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { formatTable } from './table.js';

const printStatus = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const positions = application.get(ProcessPositions);
    const positionsByName = new Map(
      (await positions.list()).map((entry) => [entry.process, entry]),
    );
    const setAside = await positions.listSetAside();
    cli.print(
      formatTable([
        ['name', 'position', 'last advanced', 'set aside'],
        ...allProcesses.map(({ name }) => {
          const entry = positionsByName.get(name);
          return [
            name,
            entry?.position.replace(/^0+(?=\d)/, '') ?? 'none',
            entry?.advancedAt.toISOString() ?? '',
            String(setAside.filter(({ process }) => process === name).length),
          ];
        }),
      ]),
    );
    for (const { process, event, reason, at } of setAside)
      cli.print(`${process} set aside event ${event.id} of ${event.stream} on ${at}: ${reason}`);
  });

const retryEvents = (cli: Cli, processName: string) =>
  withApplication(cli, async (application) => {
    const positions = application.get(ProcessPositions);
    const entries = (await positions.listSetAside()).filter(
      ({ process }) => process === processName,
    );
    let failures = 0;
    for (const { _id, event } of entries) {
      const stream = await application.get(EventStore).read(event.stream);
      const stored = stream.find(({ id }) => id === event.id);
      const isHandled =
        !stored || (await application.get(ProcessRunner).retrySetAside(processName, stored));
      if (isHandled) await positions.removeSetAside(_id);
      else failures++;
      cli.print(`event ${event.id} of ${event.stream}: ${isHandled ? 'handled' : 'failed again'}`);
    }
    if (entries.length === 0) cli.print(`${processName} has set aside no events.`);
    if (failures > 0) throw new Failure(`${failures} of ${entries.length} events failed again.`);
  });

export const processesCommand = (cli: Cli): Command => {
  const processes = new Command('processes');
  processes
    .command('status')
    .description('show the position of each process manager and the events that it set aside')
    .action(() => printStatus(cli));
  processes
    .command('retry')
    .description('handle the events again that a process manager set aside')
    .addArgument(new Argument('<name>').choices(allProcesses.map(({ name }) => name)))
    .action((name: string) => retryEvents(cli, name));
  return processes;
};
