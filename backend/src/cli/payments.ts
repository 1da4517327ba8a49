import { Command, InvalidArgumentError } from 'commander';
import {
  type Difference,
  MoneyReconciliation,
} from '../verify/reconciliation/reconciliation.service.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { formatCount } from './table.js';

type ReconcileOptions = Readonly<{ since?: string }>;

const parseDate = (text: string): string => {
  const timestamp = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(timestamp))
    throw new InvalidArgumentError('Use a date such as 2027-03-13.');
  return new Date(timestamp).toISOString();
};

const differenceLine = ({ subject, text }: Difference) => `${subject}: ${text}`;

/** Compares the log with Stripe and fails if they differ. */
const reconcile = (cli: Cli, { since }: ReconcileOptions) =>
  withApplication(cli, async (application) => {
    const reconciliation = application.get(MoneyReconciliation, { strict: false });
    const { payments, payouts, membershipPayments, differences } = await cli.step(
      'Comparing the log with Stripe',
      (onProgress) =>
        reconciliation.compare({ since: since ?? null, abortSignal: cli.interrupted, onProgress }),
    );
    for (const difference of differences) cli.print(differenceLine(difference));
    const comparisonText = `${formatCount(payments)} payments, ${formatCount(payouts)} payouts, and ${formatCount(membershipPayments)} membership payments`;
    if (differences.length > 0)
      throw new Failure(`${formatCount(differences.length)} differences in ${comparisonText}.`);
    cli.print(`${comparisonText}, no differences.`);
  });

export const paymentsCommand = (cli: Cli): Command => {
  const payments = new Command('payments');
  payments
    .command('reconcile')
    .description(
      'compare payments, payouts, memberships, and the balance with Stripe; exit with code 1 if they differ',
    )
    .option('--since <date>', 'compare only what is newer than a date', parseDate)
    .action((options: ReconcileOptions) => reconcile(cli, options));
  return payments;
};
