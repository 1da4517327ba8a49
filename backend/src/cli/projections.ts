import { allProjections } from '../slices.js';
import { Argument, Command } from 'commander';
import {
  type Checkpoint,
  type ParkedStream,
  pendingErasures,
} from '../platform/projections/checkpoint.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { Lags } from '../platform/projections/lags.js';
import { collectionHash } from '../platform/projections/content-hash.js';
import { Parking } from '../platform/projections/parking.js';
import type { Projection } from '../platform/projections/projection.js';
import { ReadModels } from '../platform/projections/read-models.js';
import { noteIfStopped, whileProjected, withApplication } from './application.js';
import type { Cli } from './cli.js';
import { rebuild } from './rebuild.js';
import { formatCount, formatPosition, formatTable } from './table.js';

const parkedText = ({ projection, stream, revision, eventId, reason, at }: ParkedStream) =>
  `${projection} parked ${stream} at #${revision}, event ${eventId}, on ${at}: ${reason}`;

const positionText = ({ live, torn }: Checkpoint) =>
  live ? formatPosition(live.position ?? '') : torn ? 'torn' : 'incomplete';

const rebuildText = ({ rebuild: lastRebuild }: Checkpoint) =>
  lastRebuild
    ? `${lastRebuild.state}, ${formatCount(lastRebuild.events)} events in ${lastRebuild.seconds.toFixed(1)} s`
    : '';

const printStatus = (cli: Cli, { json }: Readonly<{ json?: boolean }>) =>
  withApplication(cli, async (application) => {
    const checkpointsByName = await application.get(Checkpoints).loadAll();
    const checkpoints = allProjections.flatMap(({ name }) => checkpointsByName.get(name) ?? []);
    const liveCollections = checkpoints.flatMap((checkpoint) => checkpoint.live?.collection ?? []);
    const parkedStreams = await application
      .get(Parking)
      .rows.find({ collection: { $in: liveCollections } })
      .toArray();
    const lagsByName = new Map(
      (await application.get(Lags).measureLags()).map(({ readModel, seconds }) => [
        readModel,
        seconds,
      ]),
    );
    const lagSecondsOf = ({ projection }: Checkpoint) => lagsByName.get(projection) ?? null;
    if (json) {
      const statusLines = checkpoints.map((checkpoint) => ({
        ...checkpoint,
        lagSeconds: lagSecondsOf(checkpoint),
      }));
      return cli.print(JSON.stringify({ projections: statusLines, parked: parkedStreams }));
    }
    const tableRows = checkpoints.map((checkpoint) => [
      checkpoint.projection,
      String(checkpoint.version),
      positionText(checkpoint),
      lagSecondsOf(checkpoint)?.toFixed(1) ?? 'unknown',
      String(parkedStreams.filter(({ projection }) => projection === checkpoint.projection).length),
      checkpoint.owner ?? 'none',
      rebuildText(checkpoint),
    ]);
    cli.print(
      formatTable([
        ['name', 'version', 'position', 'lag (s)', 'parked', 'owner', 'last rebuild'],
        ...tableRows,
      ]),
    );
    for (const { name } of allProjections)
      if (!checkpointsByName.has(name)) cli.print(`${name}: not projected yet`);
    for (const { projection, stopped: stopReason } of checkpoints)
      if (stopReason)
        cli.print(
          `${projection} stopped at ${stopReason.stream} #${stopReason.revision}, event ${stopReason.eventId}: ${stopReason.reason}`,
        );
    for (const { projection, torn } of checkpoints)
      if (torn)
        cli.print(
          `${projection} was torn on ${torn.at} and is being rebuilt: the log has no event ${torn.eventId ?? ''} at position ${formatPosition(torn.position)}. The log was replaced or restored from an older backup.`,
        );
    for (const { projection, refold } of checkpoints) {
      const count = pendingErasures(refold);
      if (count > 0)
        cli.print(
          `${projection} is folding the documents of ${count} erased ${count === 1 ? 'account' : 'accounts'} again`,
        );
    }
    for (const parkedRow of parkedStreams) cli.print(parkedText(parkedRow));
  });

const printHash = (cli: Cli, projectionName: string) =>
  withApplication(cli, async (application) => {
    await noteIfStopped(cli, application);
    const projection = allProjections.find(
      ({ name }) => name === projectionName,
    ) as unknown as Projection;
    cli.print(await application.get(ReadModels).walk(projection, collectionHash));
  });

const rebuildNow = (cli: Cli, projectionName: string) =>
  withApplication(cli, (application) =>
    whileProjected(cli, application, async () => {
      const finishedRebuild = await cli.step(`Rebuilding ${projectionName}`, (onProgress) =>
        rebuild(application, projectionName, cli.interrupted, onProgress),
      );
      cli.print(
        `${projectionName}: ${formatCount(finishedRebuild.events)} events in ${finishedRebuild.seconds.toFixed(2)} s, hash ${finishedRebuild.hash}`,
      );
    }),
  );

export const projectionsCommand = (cli: Cli): Command => {
  const nameArgument = () =>
    new Argument('<name>').choices(allProjections.map((projection) => projection.name));
  const projections = new Command('projections');
  projections
    .command('status')
    .description('show the position, lag, parked streams, and owner of each projection')
    .option('--json', 'print one JSON object')
    .action((options: Readonly<{ json?: boolean }>) => printStatus(cli, options));
  projections
    .command('rebuild')
    .description('rebuild a projection next to its current collection, then switch to the new one')
    .addArgument(nameArgument())
    .action((name: string) => rebuildNow(cli, name));
  projections
    .command('hash')
    .description('print the content hash of a projection; equal content has equal hashes')
    .addArgument(nameArgument())
    .action((name: string) => printHash(cli, name));
  return projections;
};
