import { Command, InvalidArgumentError, Option } from 'commander';
import type { BenchOptions } from './bench.js';
import type { KillsOptions } from '../kills/kills.js';
import type { MoneyOptions } from './money.js';
import type { Changed } from './newer-slices.js';
import type { RankingsOptions } from './rankings.js';
import type { Cli } from '@courtly/backend/cli/cli';

const positive = (sourceText: string): number => {
  if (!/^[1-9]\d{0,7}$/.test(sourceText))
    throw new InvalidArgumentError('Use a whole number of at least 1.');
  return Number(sourceText);
};

type Options = BenchOptions &
  Readonly<{
    rounds: number;
    verify?: number;
    deploy?: number | true;
    changed: Changed;
    withoutMongodb?: number | true;
    oneMember?: number | true;
    oneAddress?: number | true;
    url?: string;
    peer?: boolean;
  }>;

const defaultCounts = { deploy: 200_000, withoutMongodb: 300, oneMember: 50_000, oneAddress: 60 };
const valueOrDefault = (optionValue: number | true, defaultCount: number) =>
  optionValue === true ? defaultCount : optionValue;

const runBenchmark = async (
  commandLine: Cli,
  {
    verify,
    deploy,
    changed,
    withoutMongodb,
    oneMember,
    oneAddress,
    url,
    peer,
    ...options
  }: Options,
): Promise<void> => {
  const { measured } = await import('./report.js');
  if (verify) {
    const { verifyAtScale } = await import('./verify-at-scale.js');
    return measured(commandLine, (courtlyServer) =>
      verifyAtScale(commandLine, courtlyServer, verify),
    );
  }
  if (deploy)
    return (await import('./deploy.js')).deploy(
      commandLine,
      valueOrDefault(deploy, defaultCounts.deploy),
      changed,
    );
  if (withoutMongodb)
    return (await import('./without-mongodb.js')).withoutMongodb(
      commandLine,
      valueOrDefault(withoutMongodb, defaultCounts.withoutMongodb),
    );
  if (oneMember)
    return (await import('./one-member.js')).oneMember(
      commandLine,
      valueOrDefault(oneMember, defaultCounts.oneMember),
    );
  if (oneAddress)
    return (await import('./one-address.js')).oneAddress(
      commandLine,
      valueOrDefault(oneAddress, defaultCounts.oneAddress),
      url,
    );
  if (!peer) return (await import('./bench.js')).bench(commandLine, options);
  const { findPostgres } = await import('../peer/postgres.js');
  const postgresFolder = findPostgres();
  if (!postgresFolder)
    return commandLine.note('The peer needs PostgreSQL (Debian: apt-get install postgresql).');
  const { compareWithPeer } = await import('./peer-comparison.js');
  return measured(commandLine, (courtlyServer) =>
    compareWithPeer(commandLine, courtlyServer, postgresFolder, options),
  );
};

const moneyCommand = (commandLine: Cli): Command =>
  new Command('money')
    .description(
      'run concurrent bookings from request to payout with duplicated, delayed, and lost webhooks',
    )
    .option('--runs <n>', 'bookings', positive, 1_000)
    .option('--concurrent <n>', 'concurrent bookings; all by default', positive)
    .action(async (commandOptions: MoneyOptions) =>
      (await import('./money.js')).money(commandLine, commandOptions),
    );

const outboxCommand = (commandLine: Cli): Command =>
  new Command('outbox')
    .description('move jobs from the log to the queues and compare with BullMQ alone')
    .option('--jobs <n>', 'jobs to move', positive, 20_000)
    .action(async ({ jobs }: Readonly<{ jobs: number }>) => {
      const { outboxToQueue } = await import('./outbox.js');
      const { measured } = await import('./report.js');
      await measured(commandLine, (courtlyServer) =>
        commandLine.step('Moving jobs from the log to the queues', () =>
          outboxToQueue(commandLine, courtlyServer, jobs),
        ),
      );
    });

const killsCommand = (commandLine: Cli): Command =>
  new Command('kills')
    .description(
      'kill workers at each point around each Stripe call and prove that money moved exactly once',
    )
    .option('--kills <n>', 'kills at each point', positive, 100)
    .option('--lanes <n>', 'concurrent bookings or hosts', positive, 32)
    .option('--victims <n>', 'concurrent workers', positive, 3)
    .option('--settlement-only', 'test intents, charges, and refunds, but no payouts')
    .action(async (commandOptions: KillsOptions) =>
      (await import('../kills/kills.js')).kills(commandLine, commandOptions),
    );

const ratingsBench = (commandLine: Cli): Command =>
  new Command('ratings')
    .description('compare the speed of ratings with a bare loop and with the npm package glicko2')
    .option('--matches <n>', 'matches to rate', positive, 300_000)
    .option('--rounds <n>', 'measured rounds', positive, 5)
    .action(async (_, command: Command) =>
      (await import('./ratings.js')).benchRatings(commandLine, command.optsWithGlobals()),
    );

const replayBench = (commandLine: Cli): Command =>
  new Command('replay')
    .description(
      'write matches to a separate event store, replay them, and compare with a reference',
    )
    .option('--events <n>', 'events to write, three per match', positive, 1_000_000)
    .action(async (_, command: Command) =>
      (await import('./replay.js')).benchReplay(commandLine, command.optsWithGlobals()),
    );

const rankingsBench = (commandLine: Cli): Command =>
  new Command('rankings')
    .description('measure reads of rankings, receipts, and players')
    .option('--ranked-players <n>', 'players with matches', positive, 100_000)
    .option('--requests <n>', 'requests of each kind per round', positive, 400)
    .action(async (commandOptions: RankingsOptions) =>
      (await import('./rankings.js')).rankings(commandLine, commandOptions),
    );

/**
 * `npm run bench`. The load generator is installed on demand, so it is imported only when needed.
 */
export const benchCommand = (commandLine: Cli): Command =>
  new Command('bench')
    .description('start a separate Courtly, measure it, and check the results')
    .option('--seconds <n>', 'duration of each load', positive, 10)
    .option('--players <n>', 'signed-in players', positive, 16)
    .option('--courts <n>', 'courts', positive, 20)
    .option(
      '--verify <bookings>',
      'measure only courtly verify, on a log with this many bookings',
      positive,
    )
    .option(
      '--deploy [events]',
      'start the next release on a log with this many events while users book',
      positive,
    )
    .addOption(
      new Option(
        '--changed <which>',
        'with --deploy: which read models the release changes; it always adds one',
      )
        .choices(['every', 'none'])
        .default('every'),
    )
    .option(
      '--without-mongodb [seconds]',
      'kill the MongoDB of the read models for this long while users book',
      positive,
    )
    .option(
      '--one-member [requests]',
      'let one member send this many requests for one court-day while others book',
      positive,
    )
    .option(
      '--one-address [seconds]',
      'flood from one address with slow bodies, webhooks, and readiness calls while others read',
      positive,
    )
    .option('--url <url>', 'with --one-address: a server that is already running')
    .option('--peer', 'compare with a booking service on PostgreSQL in alternating rounds')
    .option('--rounds <n>', 'with --peer: number of rounds', positive, 5)
    .action((commandOptions: Options) => runBenchmark(commandLine, commandOptions))
    .addCommand(moneyCommand(commandLine))
    .addCommand(outboxCommand(commandLine))
    .addCommand(killsCommand(commandLine))
    .addCommand(ratingsBench(commandLine))
    .addCommand(rankingsBench(commandLine))
    .addCommand(replayBench(commandLine));
