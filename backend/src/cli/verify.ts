import { allProjections } from '../slices.js';
import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { createHash } from 'node:crypto';
import { whileProjected, withApplication } from './application.js';
import { type Audit, audit } from '../verify/audit.js';
import type { Violation } from '../verify/check.js';
import { type Hash, hashOf } from '../verify/expected.js';
import { type Cli, Failure } from './cli.js';
import { readLog } from '../verify/log.js';
import { compareRatings } from '../verify/rating-table.js';
import { compareReadModels } from '../verify/read-models.js';
import { count, table } from './table.js';

type Options = Readonly<{ json?: boolean; logOnly?: boolean }>;

const MOST_SHOWN = 50;

const readOn = async (
  cli: Cli,
  app: INestApplicationContext,
  log: Audit,
  tell: (progress: string) => void,
) => {
  const started = performance.now();
  let events = 0;
  for await (const batch of readLog(app, log.position(), cli.interrupted)) {
    log.take(batch);
    events += batch.length;
    tell(`${count(events)} events, ${count((events * 1_000) / (performance.now() - started))}/s`);
  }
};

const place = ({ stream, revision }: Violation) =>
  revision === null ? stream : `${stream} #${revision}`;

const printReport = (
  cli: Cli,
  log: Audit,
  hashes: readonly Hash[],
  violations: readonly Violation[],
) => {
  cli.print(
    table([
      ['counted', ''],
      ...Object.entries(log.counts()).map(([name, value]) => [name, count(value)]),
    ]),
  );
  cli.print('');
  const all = createHash('sha256')
    .update(hashes.map(({ hash }) => hash).join())
    .digest('hex');
  const rows = hashes.map(({ name, documents, hash }) => [name, count(documents), hash]);
  cli.print(table([['read model', 'documents', 'hash'], ...rows, ['all', '', all]]));
  cli.print('');
  for (const violation of violations.slice(0, MOST_SHOWN))
    cli.print(`${place(violation)}: ${violation.problem}`);
  if (violations.length > MOST_SHOWN)
    cli.print(`and ${count(violations.length - MOST_SHOWN)} more`);
  if (violations.length === 0) cli.print('No violation.');
};

/** Checks the log and the read models, prints the result, and returns the number of violations. */
export const verify = (cli: Cli, options: Options = {}): Promise<number> =>
  withApplication(cli, async (app) => {
    const log = audit(allProjections);
    await cli.step('Reading the log', (tell) => readOn(cli, app, log, tell));
    const compare = () =>
      cli.step('Comparing the read models with the log', (tell) =>
        compareReadModels(app, log, () => readOn(cli, app, log, tell), tell),
      );
    const compared = options.logOnly ? [] : await whileProjected(cli, app, compare);
    const rated = options.logOnly
      ? []
      : await cli.step('Comparing the ratings', () => compareRatings(app, log.expected));
    const violations = [...log.violations(), ...compared, ...rated];
    const hashes: Hash[] = [];
    for (const expected of log.expected) hashes.push(await hashOf(expected));
    if (options.json) cli.print(JSON.stringify({ ...log.counts(), hashes, violations }));
    else printReport(cli, log, hashes, violations);
    return violations.length;
  });

export const verifyCommand = (cli: Cli): Command =>
  new Command('verify')
    .description(
      'replay all events and check that no hour was sold twice and that the read models match the log',
    )
    .option('--log-only', 'skip the read models')
    .option('--json', 'print one JSON object')
    .action(async (options: Options) => {
      const violations = await verify(cli, options);
      if (violations > 0) throw new Failure(`${count(violations)} violations.`);
    });
