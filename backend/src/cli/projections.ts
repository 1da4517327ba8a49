import { allProjections } from '../slices.js';
import { Argument, Command } from 'commander';
import type { Checkpoint, ParkedStream } from '../platform/projections/checkpoint.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { Lags } from '../platform/projections/lags.js';
import { collectionHash } from '../platform/projections/content-hash.js';
import { Parking } from '../platform/projections/parking.js';
import type { Projection } from '../platform/projections/projection.js';
import { ReadModels } from '../platform/projections/read-models.js';
import { whileProjected, withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { rebuild } from './rebuild.js';
import { count, table } from './table.js';

const parkedText = ({ projection, stream, revision, eventId, reason, at }: ParkedStream) =>
  `${projection} parked ${stream} at #${revision}, event ${eventId}, on ${at}: ${reason}`;

const positionText = ({ live }: Checkpoint) =>
  live ? (live.position?.replace(/^0+(?=\d)/, '') ?? '') : 'incomplete';

const rebuildText = ({ rebuild: last }: Checkpoint) =>
  last ? `${last.state}, ${count(last.events)} events in ${last.seconds.toFixed(1)} s` : '';

const status = (cli: Cli, { json }: Readonly<{ json?: boolean }>) =>
  withApplication(cli, async (app) => {
    const found = await app.get(Checkpoints).loadAll();
    const checkpoints = allProjections.flatMap(({ name }) => found.get(name) ?? []);
    const live = checkpoints.flatMap((checkpoint) => checkpoint.live?.collection ?? []);
    const parked = await app
      .get(Parking)
      .rows.find({ collection: { $in: live } })
      .toArray();
    const lags = new Map(
      (await app.get(Lags).measureLags()).map(({ readModel, seconds }) => [readModel, seconds]),
    );
    const lagOf = ({ projection }: Checkpoint) => lags.get(projection) ?? null;
    if (json) {
      const lines = checkpoints.map((one) => ({ ...one, lagSeconds: lagOf(one) }));
      return cli.print(JSON.stringify({ projections: lines, parked }));
    }
    const rows = checkpoints.map((checkpoint) => [
      checkpoint.projection,
      String(checkpoint.version),
      positionText(checkpoint),
      lagOf(checkpoint)?.toFixed(1) ?? 'unknown',
      String(parked.filter(({ projection }) => projection === checkpoint.projection).length),
      checkpoint.owner ?? 'none',
      rebuildText(checkpoint),
    ]);
    cli.print(
      table([
        ['name', 'version', 'position', 'lag (s)', 'parked', 'owner', 'last rebuild'],
        ...rows,
      ]),
    );
    for (const { name } of allProjections)
      if (!found.has(name)) cli.print(`${name}: not projected yet`);
    for (const { projection, stopped: stop } of checkpoints)
      if (stop)
        cli.print(
          `${projection} stopped at ${stop.stream} #${stop.revision}, event ${stop.eventId}: ${stop.reason}`,
        );
    for (const row of parked) cli.print(parkedText(row));
  });

const hash = (cli: Cli, name: string) =>
  withApplication(cli, (app) =>
    whileProjected(cli, app, async () => {
      const projection = allProjections.find((one) => one.name === name) as unknown as Projection;
      cli.print(await app.get(ReadModels).walk(projection, collectionHash));
    }),
  );

const rebuildNow = (cli: Cli, name: string) =>
  withApplication(cli, (app) =>
    whileProjected(cli, app, async () => {
      const done = await cli.step(`Rebuilding ${name}`, (tell) =>
        rebuild(app, name, cli.interrupted, tell),
      );
      cli.print(
        `${name}: ${count(done.events)} events in ${done.seconds.toFixed(2)} s, hash ${done.hash}`,
      );
    }),
  );

export const projectionsCommand = (cli: Cli): Command => {
  const name = () =>
    new Argument('<name>').choices(allProjections.map((projection) => projection.name));
  const projections = new Command('projections').description('manage read models');
  projections
    .command('status')
    .description('show the position, lag, parked streams, and owner of each')
    .option('--json', 'print one JSON object')
    .action((options: Readonly<{ json?: boolean }>) => status(cli, options));
  projections
    .command('rebuild')
    .description('rebuild one next to the current collection, then switch to it')
    .addArgument(name())
    .action((chosen: string) => rebuildNow(cli, chosen));
  projections
    .command('hash')
    .description('print the content hash of one; equal content has equal hashes')
    .addArgument(name())
    .action((chosen: string) => hash(cli, chosen));
  return projections;
};
