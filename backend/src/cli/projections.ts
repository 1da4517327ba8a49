import { allProjections } from '../slices.js';
import { Argument, Command } from 'commander';
import type { ParkedStream } from '../platform/projections/checkpoint.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { collectionHash } from '../platform/projections/content-hash.js';
import { Parking } from '../platform/projections/parking.js';
import type { Projection } from '../platform/projections/projection.js';
import { ReadModels } from '../platform/projections/read-models.js';
import { whileProjected, withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { lagsOf } from './lag.js';
import { rebuild } from './rebuild.js';
import { parkType, unparkType } from './park-type.js';
import { retryParked } from './retry.js';
import { count, table } from './table.js';

const leftOut = ({ projection, stream, revision, eventId, reason, at }: ParkedStream) =>
  `${projection} leaves out ${stream} from #${revision}, event ${eventId}, since ${at}: ${reason}`;
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

const status = (cli: Cli, { json }: Readonly<{ json?: boolean }>) =>
  withApplication(cli, async (app) => {
    const found = await app.get(Checkpoints).load();
    const checkpoints = allProjections.flatMap(({ name }) => found.get(name) ?? []);
    const live = checkpoints.flatMap((checkpoint) => checkpoint.live?.collection ?? []);
    const parked = await app
      .get(Parking)
      .rows.find({ collection: { $in: live } })
      .toArray();
    const lags = await lagsOf(app, checkpoints, cli.interrupted);
    const parkedTypes = await app.get(Parking).parkedTypes.find({}).toArray();
    if (json) {
      const lines = checkpoints.map((one, index) => ({ ...one, lag: lags[index] }));
      return cli.print(JSON.stringify({ projections: lines, parked, parkedTypes }));
    }
    const rows = checkpoints.map(
      ({ projection, version, live: shown, owner, rebuild: last }, index) => [
        projection,
        String(version),
        shown ? (shown.position?.replace(/^0+(?=\d)/, '') ?? '') : 'not complete',
        count(lags[index]!.events),
        seconds(lags[index]!.sinceMs),
        String(parked.filter((one) => one.projection === projection).length),
        owner ?? 'nobody',
        last ? `${last.state}, ${count(last.events)} events in ${last.seconds.toFixed(1)} s` : '',
      ],
    );
    cli.print(
      table([
        ['name', 'version', 'position', 'behind', 'seconds', 'parked', 'owner', 'last rebuild'],
        ...rows,
      ]),
    );
    for (const { name } of allProjections)
      if (!found.has(name)) cli.print(`${name}: nothing has projected it yet`);
    for (const { projection, stopped: stop } of checkpoints)
      if (stop)
        cli.print(
          `${projection} is stopped at ${stop.stream} #${stop.revision}, event ${stop.eventId}: ${stop.reason}`,
        );
    for (const row of parked) cli.print(leftOut(row));
    for (const { type, at, program } of parkedTypes)
      cli.print(
        `events of type ${type} are parked since ${at} where program ${program} does not know them`,
      );
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

const retry = (cli: Cli, name: string) =>
  withApplication(cli, (app) =>
    whileProjected(cli, app, async () => {
      const { mended, still } = await retryParked(app, name);
      for (const { stream } of mended) cli.print(`${stream}: goes on`);
      for (const { stream, revision, reason } of still)
        cli.print(`${stream} #${revision}: ${reason}`);
      if (mended.length + still.length === 0) cli.print(`${name} leaves nothing out.`);
      if (still.length > 0) throw new Failure(`${count(still.length)} streams are still left out.`);
    }),
  );

const park = (cli: Cli, type: string, { undo }: Readonly<{ undo?: boolean }>) =>
  withApplication(cli, async (app) => {
    if (undo) {
      await unparkType(app, type);
      return cli.print(
        `Events of type ${type} stop read models again. What is parked stays parked.`,
      );
    }
    for (const row of await parkType(cli, app, type)) cli.print(leftOut(row));
  });

/** `courtly projections ...` */
export const projectionsCommand = (cli: Cli): Command => {
  const name = () =>
    new Argument('<name>').choices(allProjections.map((projection) => projection.name));
  const projections = new Command('projections').description('read models');
  projections
    .command('status')
    .description('how far each is, who keeps it, what it leaves out')
    .option('--json', 'as one JSON object')
    .action((options: Readonly<{ json?: boolean }>) => status(cli, options));
  projections
    .command('rebuild')
    .description('build one anew beside the one in use, then swap')
    .addArgument(name())
    .action((chosen: string) => rebuildNow(cli, chosen));
  projections
    .command('retry')
    .description('read on the streams that one leaves out, once the cause is mended')
    .addArgument(name())
    .action((chosen: string) => retry(cli, chosen));
  projections
    .command('park-type')
    .description(
      'park the streams with events of a type that no program, not even a newer one, knows',
    )
    .argument('<type>')
    .option('--undo', 'let further ones stop read models again, for a newer program')
    .action((type: string, options: Readonly<{ undo?: boolean }>) => park(cli, type, options));
  projections
    .command('hash')
    .description('the content hash of one, equal for equal contents')
    .addArgument(name())
    .action((chosen: string) => hash(cli, chosen));
  return projections;
};
