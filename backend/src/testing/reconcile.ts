import type { Cli } from '../cli/cli.js';
import { runCommand } from '../cli/program.js';
import { type PaidCourtly, WEBHOOK_SECRET } from './paid-courtly.js';

/** What a command prints beside a Courtly, and what it says where it fails. */
export const runBeside = async ({ courtly: { config, stores } }: PaidCourtly, ...args: string[]) => {
  const printed: string[] = [];
  const noted: string[] = [];
  const { POLICY_FILE, STRIPE_URL, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY } = config;
  const cli: Cli = {
    environment: {
      ...stores.environment,
      ...{ POLICY_FILE, STRIPE_URL, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY },
      STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    },
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    step: (_, work) => work(() => undefined),
    interrupted: AbortSignal.timeout(60_000),
  };
  return { code: await runCommand(args, cli), printed, noted };
};

export const reconcile = (paid: PaidCourtly) => runBeside(paid, 'payments', 'reconcile');
