import { withCents } from '@courtly/contracts/amount';
import { findingOfViolation, placeOf } from '../across/money-checks/check-money.commands.js';
import {
  ALL_CHECKS,
  type Explanation,
  type MoneyChecks,
  moneyChecks,
} from '../across/money-checks/money-checks.js';
import { allEvents, allProjections } from '../slices.js';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, InvalidArgumentError } from 'commander';
import { createHash } from 'node:crypto';
import { noteIfStopped, withApplication } from './application.js';
import { type Audit, auditLog } from '../verify/audit.js';
import type { Violation } from '../verify/check.js';
import { type ReadModelHash, computeHash } from '../verify/expected.js';
import { type Cli, Failure } from './cli.js';
import { OVERDUE_HOURS } from '../money/settlement/open-obligation.js';
import { Clock } from '../platform/kernel/clock.js';
import { HOUR_MS } from '../platform/kernel/local-time.js';
import { Streams } from '../platform/kernel/streams.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import { ErasureRegister } from '../platform/vault/erasure-register.js';
import { readLog } from '../verify/log.js';
import { compareRatings } from '../verify/rating-table.js';
import { type ReadModelComparison, compareReadModels } from '../verify/read-models.js';
import { readPresentKeys, readRemovedKeys } from '../verify/vault-keys.js';
import { formatCount, formatTable } from './table.js';

/** Money that has been overdue for more than `overdueAfter` hours is a violation. */
type VerifyOptions = Readonly<{ json?: boolean; logOnly?: boolean; overdueAfter?: number }>;

const MOST_SHOWN = 50;

/** The exit code if there are no violations but some read models were not compared. */
const INCOMPLETE = 2;

/** Audits the log, and reports the progress. */
export const takeLog = async (
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

/** What the vault and the register contained before the log was read. */
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
      problem: `${file} of the erasure register is damaged`,
    })),
    ...erasedKeys.violations({ removed, register: register.erasures, present }, erasedBefore),
  ];
};

type AcknowledgedViolation = Violation & Explanation;

/** People read amounts in dollars, and programs read cents. */
const findingsJson = (findings: object): string =>
  JSON.stringify(findings, (key, value: unknown) =>
    key === 'problem' && typeof value === 'string' ? withCents(value) : value,
  );

/** Moves money problems that an admin or operator has acknowledged out of the violations. */
export const separateAcknowledged = (
  violations: readonly Violation[],
  { acknowledged }: Pick<MoneyChecks, 'acknowledged'>,
) => {
  const open: Violation[] = [];
  const explained: AcknowledgedViolation[] = [];
  for (const violation of violations) {
    const explanation = violation.isMoney && acknowledged[findingOfViolation(violation).findingId];
    if (explanation) explained.push({ ...violation, ...explanation });
    else open.push(violation);
  }
  return { violations: open, acknowledged: explained };
};

/** The id with which a money problem can be acknowledged. */
const idText = (violation: Violation): string =>
  violation.isMoney ? ` [${findingOfViolation(violation).findingId}]` : '';

const printFindings = <F extends Violation>(
  cli: Cli,
  findings: readonly F[],
  detailsOf: (finding: F) => string = () => '',
) => {
  for (const finding of findings.slice(0, MOST_SHOWN))
    cli.print(`${placeOf(finding)}: ${finding.problem}${detailsOf(finding)}`);
  if (findings.length > MOST_SHOWN)
    cli.print(`and ${formatCount(findings.length - MOST_SHOWN)} more`);
};

type Findings = Readonly<{
  hashes: readonly ReadModelHash[];
  violations: readonly Violation[];
  acknowledged: readonly AcknowledgedViolation[];
  waiting: readonly Violation[];
  notCompared: readonly string[];
}>;

const conclusion = (
  isCompared: boolean,
  { acknowledged, notCompared }: Pick<Findings, 'acknowledged' | 'notCompared'>,
): string => {
  const violationText =
    acknowledged.length > 0
      ? `No violations except ${formatCount(acknowledged.length)} acknowledged`
      : 'No violations';
  if (!isCompared) return `${violationText} in the log. The read models were not compared.`;
  return notCompared.length > 0 ? `${violationText} in what was compared.` : `${violationText}.`;
};

const printReport = (
  cli: Cli,
  logAudit: Audit,
  { hashes, violations, acknowledged, waiting, notCompared }: Findings,
  isCompared: boolean,
) => {
  cli.print(
    formatTable([
      ['counted', ''],
      ...Object.entries(logAudit.counts()).map(([name, value]) => [name, formatCount(value)]),
    ]),
  );
  cli.print('');
  const combinedHash = createHash('sha256')
    .update(hashes.map(({ hash }) => hash).join())
    .digest('hex');
  const hashRows = hashes.map(({ name, documents, hash }) => [name, formatCount(documents), hash]);
  cli.print(
    formatTable([['read model', 'documents', 'hash'], ...hashRows, ['all', '', combinedHash]]),
  );
  cli.print('');
  if (waiting.length > 0) {
    cli.print('Overdue for a known reason:');
    printFindings(cli, waiting);
    cli.print('');
  }
  if (isCompared && notCompared.length > 0) {
    cli.print('Not compared, because they are behind the log and Courtly is stopped:');
    for (const name of notCompared) cli.print(name);
    cli.print('');
  }
  if (acknowledged.length > 0) {
    cli.print('Acknowledged:');
    printFindings(
      cli,
      acknowledged,
      ({ acknowledgedBy, reason }) => ` (acknowledged by ${acknowledgedBy}: ${reason})`,
    );
    cli.print('');
  }
  printFindings(cli, violations, idText);
  if (violations.length === 0) cli.print(conclusion(isCompared, { acknowledged, notCompared }));
};

const toleratedSince = (currentInstant: string, { overdueAfter }: VerifyOptions): string =>
  new Date(Date.parse(currentInstant) - (overdueAfter ?? OVERDUE_HOURS) * HOUR_MS).toISOString();

/** Compares the read models and the ratings with the log. */
const compareStored = async (
  cli: Cli,
  application: INestApplicationContext,
  logAudit: Audit,
): Promise<ReadModelComparison> => {
  const isStopped = await noteIfStopped(cli, application);
  const readModels = await cli.step('Comparing the read models with the log', (onProgress) =>
    compareReadModels(
      application,
      logAudit,
      () => takeLog(cli, application, logAudit, onProgress),
      onProgress,
      isStopped,
    ),
  );
  const ratingViolations = await cli.step('Comparing the ratings', () =>
    compareRatings(application, logAudit.expected, isStopped),
  );
  return {
    violations: [...readModels.violations, ...(ratingViolations ?? [])],
    notCompared: [...readModels.notCompared, ...(ratingViolations ? [] : ['ratings'])],
  };
};

/**
 * The number of violations, and the names of the read models that are behind while Courtly is
 * stopped.
 */
type Verification = Readonly<{ violations: number; notCompared: readonly string[] }>;

/** Checks the log and the read models, and prints the result. */
const verify = (cli: Cli, options: VerifyOptions): Promise<Verification> =>
  withApplication(cli, async (application) => {
    const logAudit = auditLog(allProjections, allEvents);
    const keyRecords = await readKeyRecords(application);
    await cli.step('Reading the log', (onProgress) =>
      takeLog(cli, application, logAudit, onProgress),
    );
    const compared = options.logOnly ? null : await compareStored(cli, application, logAudit);
    const overdue = logAudit.overdue(
      application.get(Clock).instant(),
      options.overdueAfter ?? OVERDUE_HOURS,
    );
    const keyViolations = await compareKeys(
      application,
      logAudit,
      keyRecords,
      toleratedSince(application.get(Clock).instant(), options),
    );
    const { violations, acknowledged } = separateAcknowledged(
      [
        ...logAudit.violations(),
        ...keyViolations,
        ...overdue.violations,
        ...(compared?.violations ?? []),
      ],
      await application.get(Streams).load(moneyChecks, ALL_CHECKS),
    );
    const { waiting } = overdue;
    const hashes: ReadModelHash[] = [];
    for (const expectedModel of logAudit.expected) hashes.push(await computeHash(expectedModel));
    const notCompared =
      compared?.notCompared ?? logAudit.expected.map(({ projection }) => projection.name);
    const findings = { hashes, violations, acknowledged, waiting, notCompared };
    if (options.json) cli.print(findingsJson({ ...logAudit.counts(), ...findings }));
    else printReport(cli, logAudit, findings, compared !== null);
    return { violations: violations.length, notCompared: compared?.notCompared ?? [] };
  });

/**
 * Runs the verification. Returns the number of violations that no one has acknowledged and of read
 * models that were not compared.
 */
export const runVerification = async (cli: Cli, options: VerifyOptions = {}): Promise<number> => {
  const { violations, notCompared } = await verify(cli, options);
  return violations + notCompared.length;
};

const parseHours = (text: string): number => {
  const hours = Number(text);
  if (!(hours >= 0)) throw new InvalidArgumentError('Use a number of hours, such as 24.');
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
      OVERDUE_HOURS,
    )
    .action(async (options: VerifyOptions) => {
      const { violations, notCompared } = await verify(cli, options);
      if (violations > 0) throw new Failure(`${formatCount(violations)} violations.`);
      if (notCompared.length > 0)
        throw new Failure(
          `${formatCount(notCompared.length)} read models were not compared. Start a projector and a worker, and verify again.`,
          INCOMPLETE,
        );
    });
