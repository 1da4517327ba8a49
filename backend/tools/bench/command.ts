import { Command, InvalidArgumentError, Option } from 'commander';
import type { BenchOptions } from './bench.js';
import type { KillsOptions } from '../kills/kills.js';
import type { MoneyOptions } from './money.js';
import type { Changed } from './newer-slices.js';
import type { RankingsOptions } from './rankings.js';
import type { Cli } from '@courtly/backend/cli/cli';

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 on.');
  return Number(text);
};

type Options = BenchOptions &
  Readonly<{
    rounds: number;
    verify?: number;
    deploy?: number | true;
    changed: Changed;
    withoutMongodb?: number | true;
    oneMember?: number | true;
    peer?: boolean;
  }>;

/** What is tried where no number is given. */
const usual = { deploy: 200_000, withoutMongodb: 300, oneMember: 50_000 };
const given = (value: number | true, otherwise: number) => (value === true ? otherwise : value);

const run = async (
  cli: Cli,
  { verify, deploy, changed, withoutMongodb, oneMember, peer, ...options }: Options,
): Promise<void> => {
  const { measured } = await import('./report.js');
  if (verify) {
    const { verifyAtScale } = await import('./verify-at-scale.js');
    return measured(cli, (server) => verifyAtScale(cli, server, verify));
  }
  if (deploy)
    return (await import('./deploy.js')).deploy(cli, given(deploy, usual.deploy), changed);
  if (withoutMongodb)
    return (await import('./without-mongodb.js')).withoutMongodb(
      cli,
      given(withoutMongodb, usual.withoutMongodb),
    );
  if (oneMember)
    return (await import('./one-member.js')).oneMember(cli, given(oneMember, usual.oneMember));
  if (!peer) return (await import('./bench.js')).bench(cli, options);
  const { findPostgres } = await import('../peer/postgres.js');
  const bin = findPostgres();
  if (!bin)
    return cli.note(
      'PostgreSQL is not on this machine, so there is no peer (Debian: apt-get install postgresql).',
    );
  const { besidePeer } = await import('./beside-peer.js');
  return measured(cli, (server) => besidePeer(cli, server, bin, options));
};

const moneyCommand = (cli: Cli): Command =>
  new Command('money')
    .description(
      'bookings from request to payout, all at once, while Stripe tells some things twice, late or never',
    )
    .option('--runs <n>', 'bookings', positive, 1_000)
    .option('--jobs <n>', 'jobs that are taken from the log into the queue', positive, 20_000)
    .action(async (options: MoneyOptions) => (await import('./money.js')).money(cli, options));

const killsCommand = (cli: Cli): Command =>
  new Command('kills')
    .description(
      'kill workers at each point around each call to Stripe, and prove that money moved once',
    )
    .option('--kills <n>', 'at each point', positive, 100)
    .option('--lanes <n>', 'bookings, or hosts, at a time', positive, 32)
    .option('--victims <n>', 'workers at a time', positive, 3)
    .option('--settlement-only', 'intents, charges and refunds alone, no payouts')
    .action(async (options: KillsOptions) =>
      (await import('../kills/kills.js')).kills(cli, options),
    );

/** `npm run bench -- ratings` */
const ratingsBench = (cli: Cli): Command =>
  new Command('ratings')
    .description(
      'measure how quickly matches are rated, beside a bare loop and beside the npm package glicko2',
    )
    .option('--matches <n>', 'how many', positive, 300_000)
    .option('--rounds <n>', 'how many that count', positive, 5)
    .action(async (_, command: Command) =>
      (await import('./ratings.js')).benchRatings(cli, command.optsWithGlobals()),
    );

/** `npm run bench -- replay` */
const replayBench = (cli: Cli): Command =>
  new Command('replay')
    .description(
      'write matches into an event store of its own, replay them, and compare with a plain reference',
    )
    .option('--events <n>', 'events of matches, three each', positive, 1_000_000)
    .action(async (_, command: Command) =>
      (await import('./replay.js')).benchReplay(cli, command.optsWithGlobals()),
    );

/** `npm run bench -- rankings` */
const rankingsBench = (cli: Cli): Command =>
  new Command('rankings')
    .description('measure how quickly rankings, receipts and players are read among many players')
    .option('--ranked-players <n>', 'how many have played', positive, 100_000)
    .option('--requests <n>', 'of each kind in a round', positive, 400)
    .action(async (options: RankingsOptions) =>
      (await import('./rankings.js')).rankings(cli, options),
    );

/** `npm run bench`: its load generator is a tool of development, so it is loaded only here. */
export const benchCommand = (cli: Cli): Command =>
  new Command('bench')
    .description('start a Courtly of its own, measure it, check what came out')
    .option('--seconds <n>', 'how long to press', positive, 10)
    .option('--players <n>', 'signed-in players', positive, 16)
    .option('--courts <n>', 'courts', positive, 20)
    .option(
      '--verify <bookings>',
      'measure instead how verify does on a history of so many bookings',
      positive,
    )
    .option(
      '--deploy [events]',
      'start a newer program beside, on a log of so many, while people book',
      positive,
    )
    .addOption(
      new Option(
        '--changed <which>',
        'with --deploy: the read models that it changes, beside one that it adds',
      )
        .choices(['every', 'none'])
        .default('every'),
    )
    .option(
      '--without-mongodb [seconds]',
      'kill the MongoDB of the read models for so long while people book',
      positive,
    )
    .option(
      '--one-member [requests]',
      'let one member send so many for one court-day while others book',
      positive,
    )
    .option(
      '--peer',
      'measure instead beside a booking service on PostgreSQL, in alternating rounds',
    )
    .option('--rounds <n>', 'with --peer: how many', positive, 5)
    .action((options: Options) => run(cli, options))
    .addCommand(moneyCommand(cli))
    .addCommand(killsCommand(cli))
    .addCommand(ratingsBench(cli))
    .addCommand(rankingsBench(cli))
    .addCommand(replayBench(cli));
