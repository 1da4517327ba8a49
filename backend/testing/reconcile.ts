import type { Cli } from '../src/cli/cli.js';
import { runCommand } from '../src/cli/program.js';
import { type PaidCourtly, WEBHOOK_SECRET } from './paid-courtly.js';

/** The environment of a process that runs beside a Courtly whose bookings are paid, on its stores and its Stripe. */
export const environmentOf = ({ courtly: { config, stores } }: PaidCourtly): NodeJS.ProcessEnv => {
  const { POLICY_FILE, STRIPE_URL, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY } = config;
  return {
    ...stores.environment,
    POLICY_FILE,
    STRIPE_URL,
    STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  };
};

/** What a command prints beside a Courtly, and what it says where it fails. */
export const runBeside = async (paid: PaidCourtly, ...args: string[]) => {
  const printed: string[] = [];
  const noted: string[] = [];
  const cli: Cli = {
    environment: environmentOf(paid),
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    step: (_, work) => work(() => undefined),
    interrupted: new AbortController().signal,
  };
  return { code: await runCommand(args, cli), printed, noted };
};

export const reconcile = (paid: PaidCourtly) => runBeside(paid, 'payments', 'reconcile');
