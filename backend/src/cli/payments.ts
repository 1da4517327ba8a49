import { Reason } from '@courtly/contracts/admin-users';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import {
  AcknowledgeFindingCommand,
  findingOf,
  findingOfViolation,
} from '../across/money-checks/check-money.commands.js';
import type { Finding } from '../across/money-checks/money-check.events.js';
import { ALL_CHECKS, moneyChecks, openFindings } from '../across/money-checks/money-checks.js';
import { allEvents } from '../slices.js';
import { Clock } from '../platform/kernel/clock.js';
import { Streams } from '../platform/kernel/streams.js';
import { auditLog } from '../verify/audit.js';
import {
  MoneyReconciliation,
  type ReconciliationResult,
} from '../verify/reconciliation/reconciliation.service.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { operatorContext } from './operator-context.js';
import { formatCount } from './table.js';
import { takeLog } from './verify.js';

type ReconcileOptions = Readonly<{ since?: string }>;

const parseDate = (text: string): string => {
  const timestamp = Date.parse(text);
  // Rejects dates such as February 31, which would become March 3.
  if (
    !z.iso.date().safeParse(text.slice(0, '2027-03-13'.length)).success ||
    Number.isNaN(timestamp)
  )
    throw new InvalidArgumentError('Use a date such as 2027-03-13.');
  return new Date(timestamp).toISOString();
};

const parseReason = (text: string): string => {
  const reason = Reason.safeParse(text);
  if (!reason.success) throw new InvalidArgumentError(`${reason.error.issues[0]!.message}.`);
  return reason.data;
};

const compare = (
  cli: Cli,
  application: INestApplicationContext,
  { since }: ReconcileOptions,
): Promise<ReconciliationResult> =>
  cli.step('Comparing the log with Stripe', (onProgress) =>
    application.get(MoneyReconciliation, { strict: false }).compare({
      since: since ?? null,
      at: application.get(Clock).instant(),
      abortSignal: cli.interrupted,
      onProgress,
    }),
  );

const findingsIn = ({ differences }: ReconciliationResult): Finding[] =>
  differences.map(({ subject, text }) => findingOf('reconcile', subject, text));

/** Compares the log with Stripe. Fails if there are differences that no one has acknowledged. */
const reconcile = (cli: Cli, options: ReconcileOptions) =>
  withApplication(cli, async (application) => {
    const result = await compare(cli, application, options);
    const findings = findingsIn(result);
    const open = openFindings(
      findings,
      await application.get(Streams).load(moneyChecks, ALL_CHECKS),
    );
    for (const { findingId, subject, text } of open)
      cli.print(`${subject}: ${text} [${findingId}]`);
    const { payments, payouts, membershipPayments } = result;
    const comparisonText = `${formatCount(payments)} payments, ${formatCount(payouts)} payouts, and ${formatCount(membershipPayments)} membership payments`;
    const acknowledgedCount = findings.length - open.length;
    if (open.length > 0)
      throw new Failure(
        `Found ${formatCount(open.length)} differences in ${comparisonText}. Resolve each one, or explain it with "courtly payments acknowledge".`,
      );
    cli.print(
      acknowledgedCount > 0
        ? `${comparisonText}, no differences except ${formatCount(acknowledgedCount)} acknowledged.`
        : `${comparisonText}, no differences.`,
    );
  });

/** The money problems that `courtly verify` reports now, with any `--overdue-after`. */
const moneyViolations = async (
  cli: Cli,
  application: INestApplicationContext,
): Promise<Finding[]> => {
  const logAudit = auditLog([], allEvents);
  await cli.step('Reading the log', (onProgress) =>
    takeLog(cli, application, logAudit, onProgress),
  );
  const { violations } = logAudit.overdue(application.get(Clock).instant(), 0);
  return [...logAudit.violations(), ...violations]
    .filter(({ isMoney }) => isMoney)
    .map(findingOfViolation);
};

/** Records why a finding is not a problem, so that it no longer counts. */
const acknowledge = (
  cli: Cli,
  findingId: string,
  { reason, ...options }: ReconcileOptions & Readonly<{ reason: string }>,
) =>
  withApplication(cli, async (application) => {
    const { open } = await application.get(Streams).load(moneyChecks, ALL_CHECKS);
    const hasId = (finding: Finding) => finding.findingId === findingId;
    const finding =
      open.find(hasId) ??
      (await moneyViolations(cli, application)).find(hasId) ??
      findingsIn(await compare(cli, application, options)).find(hasId);
    if (!finding)
      throw new Failure(
        `There is no finding ${findingId}. Run "courtly verify" or "courtly payments reconcile" to list findings.`,
      );
    const input = { findingId, reason, finding };
    const context = operatorContext(application, 'payments acknowledge', findingId);
    await application.get(CommandBus).execute(new AcknowledgeFindingCommand(input, context));
    cli.print(`Acknowledged: ${finding.subject}: ${finding.text}`);
  });

export const paymentsCommand = (cli: Cli): Command => {
  const payments = new Command('payments');
  payments
    .command('reconcile')
    .description(
      'compare payments, payouts, memberships, and the balance with Stripe; exit with code 1 on differences',
    )
    .option('--since <date>', 'compare only objects and movements since a date', parseDate)
    .action((options: ReconcileOptions) => reconcile(cli, options));
  payments
    .command('acknowledge <id>')
    .description('explain a finding of verify or reconcile, so that it no longer counts')
    .requiredOption(
      '--reason <text>',
      'why it is not a problem; the log keeps the reason permanently',
      parseReason,
    )
    .option('--since <date>', 'compare only objects and movements since a date', parseDate)
    .action((findingId: string, options: ReconcileOptions & Readonly<{ reason: string }>) =>
      acknowledge(cli, findingId, options),
    );
  return payments;
};
