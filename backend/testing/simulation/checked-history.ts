import { isDeepStrictEqual } from 'node:util';
import { tierAt } from '../../src/people/membership/membership-tier.js';
import { type CheckedSimulation, logOf, reconcileLog, verifyLog } from './checked-money.js';
import { type History, runHistory } from './histories.js';
import { type HostHistory, runHostHistory } from './host-histories.js';
import { type MembershipHistory, runMembershipHistory } from './membership-histories.js';
import { paidAtStripe, paidInLog, problemsOf } from './membership-outcome.js';
import { type MovedCents, outcomeOf } from './outcome.js';

/** Stripe's client and refusals record a stack trace for each call, which no one reads here. */
const withoutStacks = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/**
 * The problems in the log, and those that `courtly verify` and `courtly payments reconcile` report
 * at the end.
 */
const reported = async (simulation: CheckedSimulation): Promise<string[]> => {
  const log = logOf(simulation);
  return [
    ...log.flatMap(({ type, data }) =>
      (data as { code?: string }).code === 'idempotency_key_in_use'
        ? [`${type} counts a call that is still running as refused`]
        : [],
    ),
    ...verifyLog(log, simulation.courtly.instant()),
    ...(await reconcileLog(simulation, log)),
  ];
};

/** Runs a booking to its end, where everything must be in order. */
export const checkHistory = (
  history: History,
): Promise<Readonly<{ moved: MovedCents; problems: string[] }>> =>
  withoutStacks(async () => {
    const simulation = await runHistory(history);
    try {
      const { moved, problems } = await outcomeOf(simulation);
      return { moved, problems: [...problems, ...(await reported(simulation))] };
    } finally {
      simulation.close();
    }
  });

/** Runs two bookings of a host to their end, and expects everything to be in order. */
export const checkHostHistory = (
  history: HostHistory,
): Promise<Readonly<{ moved: MovedCents; offsets: number; problems: string[] }>> =>
  withoutStacks(async () => {
    const simulations = await runHostHistory(history);
    const [first] = simulations;
    try {
      const { moved, problems } = await outcomeOf(...simulations);
      const offsets = first.courtly.events.filter(({ type }) => type === 'PayoutOffset').length;
      return { moved, offsets, problems: [...problems, ...(await reported(first))] };
    } finally {
      first.close();
    }
  });

/**
 * Runs a membership to its end. `tier` and `keptCents` are the tier and the kept amount at the end.
 */
export const checkMembershipHistory = (history: MembershipHistory) =>
  withoutStacks(async () => {
    const simulation = await runMembershipHistory(history);
    try {
      const paid = await paidAtStripe(simulation);
      const logged = await paidInLog(simulation);
      return {
        tier: tierAt(await simulation.state(), simulation.instant()),
        keptCents: paid.keptCents,
        problems: [
          ...(await problemsOf(simulation)),
          ...(isDeepStrictEqual(logged, paid)
            ? []
            : [`the log has ${JSON.stringify(logged)}, and Stripe ${JSON.stringify(paid)}`]),
          ...(await reported(simulation)),
        ],
      };
    } finally {
      simulation.close();
    }
  });
