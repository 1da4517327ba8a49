import { randomInt, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { Command, InvalidArgumentError } from 'commander';
import { createClub, readRecords } from './club.js';
import { createPayer } from './pay.js';
import { planDemand } from './plan.js';
import { report, sendAll } from './requests.js';
import { demandWithFaults } from './with-faults.js';
import { demandWithPayments } from './with-payments.js';
import { demandWithUpgrade } from './with-upgrade.js';

type Options = Readonly<{ base: string; concurrency: number; runId: string }>;

const demand = async (
  commandLine: Cli,
  folderPath: string,
  { base, runId, concurrency }: Options,
) => {
  const records = await readRecords(folderPath);
  const demandPlan = planDemand(records.bookings, Date.now());
  const payBooking = await createPayer(base);
  const demandClub = await commandLine.step('Listing courts and registering members', () =>
    createClub(base, runId, records),
  );
  const requestTotal = formatCount(demandPlan.slotRequests.length);
  const outcome = await commandLine.step(
    `Sending ${requestTotal} requests, ${concurrency} at a time`,
    (reportProgress) =>
      sendAll(
        demandPlan,
        demandClub,
        {
          runId,
          concurrency,
          follow: async (bookingId, requestIndex) => {
            const { member } = demandPlan.slotRequests[requestIndex]!;
            await payBooking?.(demandClub.members.get(member)!, bookingId);
          },
        },
        commandLine.interrupted,
        (startedCount) => reportProgress(`${formatCount(startedCount)} of ${requestTotal}`),
      ),
  );
  report(commandLine, demandPlan, outcome);
};

const positive = (sourceText: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(sourceText))
    throw new InvalidArgumentError('Use a whole number of at least 1.');
  return Number(sourceText);
};

export const demandCommand = (commandLine: Cli): Command =>
  new Command('demand')
    .description(
      "send a club's real bookings to a running Courtly that uses deploy/policies/open.json",
    )
    .argument('<folder>', 'folder with facilities.csv, members.csv, and bookings.csv')
    .option('--base <url>', 'the address of the running Courtly', 'http://localhost:3000')
    .option('--concurrency <n>', 'concurrent requests', positive, 64)
    .option('--run-id <id>', 'separates accounts, courts, and keys; repeat an id to resume its run')
    .option(
      '--faults',
      'start a separate Courtly, kill and freeze its processes, and check the result',
    )
    .option(
      '--payments',
      'start a separate Courtly, pay by card, cancel, play, pay hosts, and check every cent',
    )
    .option(
      '--upgrade-from <release>',
      'start a separate Courtly of an older built release, upgrade it, roll it back, and check it',
    )
    .option('--seed <n>', 'with --faults or --payments: repeats an earlier run', positive)
    .action(
      (
        folderPath: string,
        {
          faults,
          payments,
          upgradeFrom,
          seed = randomInt(1, 1_000_000),
          runId = randomUUID().slice(0, 8),
          ...options
        },
      ) => {
        const separateOptions = { concurrency: options.concurrency, seed };
        if (faults) return demandWithFaults(commandLine, folderPath, separateOptions);
        if (payments) return demandWithPayments(commandLine, folderPath, separateOptions);
        if (upgradeFrom)
          return demandWithUpgrade(commandLine, folderPath, resolve(upgradeFrom), {
            runId,
            ...options,
          });
        return demand(commandLine, folderPath, { runId, ...options });
      },
    );
