import { Argument, Command } from 'commander';
import { allProjections } from '../app.projections.js';
import { Mongo } from '../kernel/mongo.js';
import type { Checkpoint, Parked } from '../projections/checkpoint.js';
import { collectionHash } from '../projections/content-hash.js';
import type { Stored } from '../projections/projection.js';
import { whileProjected, withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { lagsOf } from './lag.js';
import { rebuild } from './rebuild.js';
import { retryParked } from './retry.js';
import { count, table } from './table.js';

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

const status = (cli: Cli, { json }: Readonly<{ json?: boolean }>) =>
  withApplication(cli, async (app) => {
    const { readModels } = app.get(Mongo);
    const found = await readModels.collection<Checkpoint>('checkpoints').find({}).toArray();
    const parked = await readModels.collection<Parked>('parked').find({}).toArray();
    const checkpoints = allProjections.flatMap(({ name }) => found.filter(({ _id }) => _id === name));
    const lags = await lagsOf(app, checkpoints, cli.interrupted);
    if (json) {
      const lines = checkpoints.map((one, index) => ({ ...one, lag: lags[index] }));
      return cli.print(JSON.stringify({ projections: lines, parked }));
    }
    const rows = checkpoints.map(({ _id, version, position, owner, leaseUntil, rebuild: last }, index) => [
      _id,
      String(version),
      position?.replace(/^0+(?=\d)/, '') ?? '',
      count(lags[index]!.events),
      seconds(lags[index]!.sinceMs),
      String(parked.filter(({ projection }) => projection === _id).length),
      leaseUntil > Date.now() ? (owner ?? '') : 'nobody',
      last ? `${last.state}, ${count(last.events)} events in ${last.seconds.toFixed(1)} s` : '',
    ]);
    cli.print(
      table([['name', 'version', 'position', 'behind', 'seconds', 'parked', 'owner', 'last rebuild'], ...rows]),
    );
    for (const { name } of allProjections)
      if (!checkpoints.some(({ _id }) => _id === name)) cli.print(`${name}: nothing has projected it yet`);
    for (const { projection, stream, revision, eventId, reason, at } of parked)
      cli.print(`${projection} leaves out ${stream} from #${revision}, event ${eventId}, since ${at}: ${reason}`);
  });

const hash = (cli: Cli, name: string) =>
  withApplication(cli, (app) =>
    whileProjected(cli, app, async () =>
      cli.print(await collectionHash(app.get(Mongo).readModels.collection<Stored>(name))),
    ),
  );

const rebuildNow = (cli: Cli, name: string) =>
  withApplication(cli, (app) =>
    whileProjected(cli, app, async () => {
      const done = await cli.step(`Rebuilding ${name}`, (tell) => rebuild(app.get(Mongo), name, cli.interrupted, tell));
      cli.print(`${name}: ${count(done.events)} events in ${done.seconds.toFixed(2)} s, hash ${done.hash}`);
    }),
  );

const retry = (cli: Cli, name: string) =>
  withApplication(cli, (app) =>
    whileProjected(cli, app, async () => {
      const { mended, still } = await retryParked(app.get(Mongo), name);
      for (const { stream } of mended) cli.print(`${stream}: goes on`);
      for (const { stream, revision, reason } of still) cli.print(`${stream} #${revision}: ${reason}`);
      if (mended.length + still.length === 0) cli.print(`${name} leaves nothing out.`);
      if (still.length > 0) throw new Failure(`${count(still.length)} streams are still left out.`);
    }),
  );

/** `courtly projections ...` */
export const projectionsCommand = (cli: Cli): Command => {
  const name = () => new Argument('<name>').choices(allProjections.map((projection) => projection.name));
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
    .command('hash')
    .description('the content hash of one, equal for equal contents')
    .addArgument(name())
    .action((chosen: string) => hash(cli, chosen));
  return projections;
};
