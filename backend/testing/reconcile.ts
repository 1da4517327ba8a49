import type { Cli } from '../src/cli/cli.js';
import { runCommand } from '../src/cli/program.js';
import { type PaidCourtly, WEBHOOK_SECRET } from './paid-courtly.js';

/** The environment for commands that use the stores and Stripe account of a Courtly. */
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

/** Runs a command while the Courtly is running. `noted` are the command's messages. */
export const runOperatorCommand = async (paidCourtly: PaidCourtly, ...args: string[]) => {
  const printed: string[] = [];
  const noted: string[] = [];
  const cli: Cli = {
    environment: environmentOf(paidCourtly),
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    step: (_, work) => work(() => undefined),
    interrupted: new AbortController().signal,
  };
  return { code: await runCommand(args, cli), printed, noted };
};

/** Compares the log with Stripe. Removes the ids from the printed differences. */
export const reconcile = async (paidCourtly: PaidCourtly, ...options: string[]) => {
  const result = await runOperatorCommand(paidCourtly, 'payments', 'reconcile', ...options);
  return { ...result, printed: result.printed.map((line) => line.replace(/ \[\w{12}\]$/, '')) };
};
