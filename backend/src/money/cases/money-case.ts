import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { MoneyCaseEvent } from './money-case.events.js';

export type MoneyCaseCommand = Message<'CloseCase', MoneyCaseEvent['data']>;

/**
 * The instants (UTC) at which the closed cases were opened. Closing a case twice changes nothing.
 */
export const moneyCase: Decider<readonly string[], MoneyCaseCommand, MoneyCaseEvent> = {
  category: 'moneyCase',
  initial: [],
  decide: ({ data }, closedOpenings) =>
    closedOpenings.includes(data.openedAt) ? [] : [{ type: 'MoneyCaseClosed', data }],
  evolve: (closedOpenings, { data }) => [...closedOpenings, data.openedAt],
};
