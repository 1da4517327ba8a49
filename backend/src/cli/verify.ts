import { allProjections } from '../slices.js';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, InvalidArgumentError } from 'commander';
import { createHash } from 'node:crypto';
import { noteIfStopped, withApplication } from './application.js';
import { type Audit, auditLog } from '../verify/audit.js';
import type { Violation } from '../verify/check.js';
import { type ReadModelHash, computeHash } from '../verify/expected.js';
import { type Cli, Failure } from './cli.js';
import { Clock } from '../platform/kernel/clock.js';
import { HOUR_MS } from '../platform/kernel/local-time.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { ErasureRegister } from '../platform/vault/erasure-register.js';
import { readLog } from '../verify/log.js';
import { compareRatings } from '../verify/rating-table.js';
import { compareReadModels } from '../verify/read-models.js';
import { readPresentKeys, readRemovedKeys } from '../verify/vault-keys.js';
import { formatCount, formatTable } from './table.js';

/** Money that is overdue for more than `overdueAfter` hours is a violation. */
type VerifyOptions = Readonly<{ json?: boolean; logOnly?: boolean; overdueAfter?: number }>;

const DEFAULT_OVERDUE_HOURS = 6;

const MOST_SHOWN = 50;

const takeLog = async (
  cli: Cli,
  application: INestApplicationContext,
  logAudit: Audit,
  onProgress: (progress: string) => void,
) => {
  const startedAt = performance.now();
  let eventCount = 0;
  for await (const batch of readLog(application, logAudit.position(), cli.interrupted)) {
    logAudit.take(batch);
    eventCount += batch.length;
    onProgress(
      `${formatCount(eventCount)} events, ${formatCount((eventCount * 1_000) / (performance.now() - startedAt))}/s`,
    );
  }
};

/** What the vault and the register contain before the log is read. */
const readKeyRecords = async (application: INestApplicationContext) => ({
  removed: await readRemovedKeys(application.get(VaultDatabase)),
  register: await application.get(ErasureRegister).read(),
});

const compareKeys = async (
  application: INestApplicationContext,
  { erasedKeys }: Audit,
  keyRecords: Awaited<ReturnType<typeof readKeyRecords>>,
  erasedBefore: string,
): Promise<Violation[]> => {
  const { removed, register } = keyRecords;
  const registeredIds = register.erasures.map(({ id }) => id);
  const erasedIds = [...new Set([...erasedKeys.erasedIds(), ...registeredIds])];
  const present = await readPresentKeys(application.get(VaultDatabase), erasedIds);
  return [
    ...register.damagedFiles.map((file) => ({
      stream: 'vault',
      revision: null,
      problem: `${file} of the register of erasures is damaged`,
    })),
    ...erasedKeys.violations({ removed, register: register.erasures, present }, erasedBefore),
  ];
};

const violationPlace = ({ stream, revision }: Violation) =>
  revision === null ? stream : `${stream} #${revision}`;

const printFindings = (cli: Cli, findings: readonly Violation[]) => {
  for (const finding of findings.slice(0, MOST_SHOWN))
    cli.print(`${violationPlace(finding)}: ${finding.problem}`);
  if (findings.length > MOST_SHOWN)
    cli.print(`and ${formatCount(findings.length - MOST_SHOWN)} more`);
};

const printReport = (
  cli: Cli,
  logAudit: Audit,
  readModelHashes: readonly ReadModelHash[],
  violations: readonly Violation[],
  waiting: readonly Violation[],
) => {
  cli.print(
    formatTable([
      ['counted', ''],
      ...Object.entries(logAudit.counts()).map(([name, value]) => [name, formatCount(value)]),
    ]),
  );
  cli.print('');
  const combinedHash = createHash('sha256')
    .update(readModelHashes.map(({ hash }) => hash).join())
    .digest('hex');
  const hashRows = readModelHashes.map(({ name, documents, hash }) => [
    name,
    formatCount(documents),
    hash,
  ]);
  cli.print(
    formatTable([['read model', 'documents', 'hash'], ...hashRows, ['all', '', combinedHash]]),
  );
  cli.print('');
  if (waiting.length > 0) {
    cli.print('Overdue for a known reason:');
    printFindings(cli, waiting);
    cli.print('');
  }
  printFindings(cli, violations);
  if (violations.length === 0) cli.print('No violations.');
};

const toleratedSince = (currentInstant: string, { overdueAfter }: VerifyOptions): string =>
  new Date(
    Date.parse(currentInstant) - (overdueAfter ?? DEFAULT_OVERDUE_HOURS) * HOUR_MS,
  ).toISOString();

/** Checks the log and the read models, prints the result, and returns the number of violations. */
export const runVerification = (cli: Cli, options: VerifyOptions = {}): Promise<number> =>
  withApplication(cli, async (application) => {
    const logAudit = auditLog(allProjections);
    const keyRecords = await readKeyRecords(application);
    await cli.step('Reading the log', (onProgress) =>
      takeLog(cli, application, logAudit, onProgress),
    );
    const compareModels = async () => {
      const isStopped = await noteIfStopped(cli, application);
      return cli.step('Comparing the read models with the log', (onProgress) =>
        compareReadModels(
          application,
          logAudit,
          () => takeLog(cli, application, logAudit, onProgress),
          onProgress,
          isStopped ? (name) => cli.note(`Not compared, because it is behind: ${name}`) : null,
        ),
      );
    };
    const modelViolations = options.logOnly ? [] : await compareModels();
    const ratingViolations = options.logOnly
      ? []
      : await cli.step('Comparing the ratings', () =>
          compareRatings(application, logAudit.expected),
        );
    const overdue = logAudit.overdue(
      application.get(Clock).instant(),
      options.overdueAfter ?? DEFAULT_OVERDUE_HOURS,
    );
    const keyViolations = await compareKeys(
      application,
      logAudit,
      keyRecords,
      toleratedSince(application.get(Clock).instant(), options),
    );
    const violations = [
      ...logAudit.violations(),
      ...keyViolations,
      ...overdue.violations,
      ...modelViolations,
      ...ratingViolations,
    ];
    const { waiting } = overdue;
    const readModelHashes: ReadModelHash[] = [];
    for (const expectedModel of logAudit.expected)
      readModelHashes.push(await computeHash(expectedModel));
    if (options.json)
      cli.print(
        JSON.stringify({ ...logAudit.counts(), hashes: readModelHashes, violations, waiting }),
      );
    else printReport(cli, logAudit, readModelHashes, violations, waiting);
    return violations.length;
  });

const parseHours = (text: string): number => {
  const hours = Number(text);
  if (!(hours >= 0)) throw new InvalidArgumentError('It must be a number of hours.');
  return hours;
};

export const verifyCommand = (cli: Cli): Command =>
  new Command('verify')
    .option('--log-only', 'skip the read models')
    .option('--json', 'print one JSON object')
    .option(
      '--overdue-after <hours>',
      'the hours after which overdue money is a violation',
      parseHours,
      DEFAULT_OVERDUE_HOURS,
    )
    .action(async (options: VerifyOptions) => {
      const violations = await runVerification(cli, options);
      if (violations > 0) throw new Failure(`${formatCount(violations)} violations.`);
    });
