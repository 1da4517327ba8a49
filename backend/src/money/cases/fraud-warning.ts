import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { FraudWarningEvent } from './fraud-warning.events.js';

export type FraudWarningCommand = Message<'RecordFraudWarning', FraudWarningEvent['data']>;

/** A warning is recorded once, as Stripe shows it at that time. */
export const fraudWarning: Decider<'unknown' | 'received', FraudWarningCommand, FraudWarningEvent> =
  {
    category: 'fraudWarning',
    initial: 'unknown',
    decide: ({ data }, state) =>
      state === 'unknown' ? [{ type: 'FraudWarningReceived', data }] : [],
    evolve: () => 'received',
  };
