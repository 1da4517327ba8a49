import { Argument, Command } from 'commander';
import { allProcesses } from '../slices.js';
import { ProcessPositions, type StoredSetAside } from '../platform/processes/positions.service.js';
import { ProcessJobs } from '../platform/processes/process-jobs.service.js';
import { EventStore } from '../platform/stores/event-store.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { formatCount, formatPosition, formatTable } from './table.js';

const setAsideText = ({ process, event, reason, at }: StoredSetAside) =>
  `${process} set aside event ${event.id} of ${event.stream} on ${at}: ${reason}`;

const printStatus = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const positions = application.get(ProcessPositions);
    const setAside = await positions.countSetAside();
    const entries = await positions.list();
    cli.print(
      formatTable([
        ['name', 'position', 'last advanced', 'set aside'],
        ...entries.map(({ process, position, advancedAt }) => [
          process,
          formatPosition(position) || 'start',
          advancedAt.toISOString(),
          formatCount(setAside.get(process) ?? 0),
        ]),
      ]),
    );
    for (const { process, waitsFor } of entries)
      if (waitsFor) cli.print(`${process} is waiting for a worker of a newer release: ${waitsFor}`);
    for (const process of setAside.keys())
      for (const entry of await positions.listSetAside(process)) cli.print(setAsideText(entry));
  });

const retryEvents = (cli: Cli, processName: string) =>
  withApplication(cli, async (application) => {
    const positions = application.get(ProcessPositions);
    let [handled, failed] = [0, 0];
    let page = await positions.listSetAside(processName);
    while (page.length > 0) {
      for (const { _id, event } of page) {
        const stored = await application.get(EventStore).readAt(event.position);
        const isHandled =
          stored?.id !== event.id ||
          (await application.get(ProcessJobs).retrySetAside(processName, stored));
        if (isHandled) await positions.removeSetAside(_id);
        if (isHandled) handled++;
        else failed++;
      }
      page = await positions.listSetAside(processName, page.at(-1)!.event.position);
    }
    cli.print(`${processName} handled ${formatCount(handled)} of its set-aside events.`);
    if (failed > 0)
      throw new Failure(
        `${formatCount(failed)} events failed again. Run "courtly processes status" to see why.`,
      );
  });

export const processesCommand = (cli: Cli): Command => {
  const processes = new Command('processes');
  processes
    .command('status')
    .description('show the position of each process manager and the events that it set aside')
    .action(() => printStatus(cli));
  processes
    .command('retry')
    .description('retry the events that a process manager set aside')
    .addArgument(new Argument('<name>').choices(allProcesses.map(({ name }) => name)))
    .action((name: string) => retryEvents(cli, name));
  return processes;
};
