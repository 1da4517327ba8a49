import type { ConductPolicy } from '@courtly/contracts/policy';
import type { Decider, Live, Message } from '../../platform/kernel/decider.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type ConductEvent, conductEvents } from './conduct.events.js';

/** `until` (UTC) is when it stops counting. */
export type Strike = Readonly<{ incidentId: string; bookingId: string; at: string; until: string }>;
export type Conduct = Readonly<{ strikes: readonly Strike[] }>;

/** More than any account collects before it is suspended. */
const MOST_STRIKES = 100;

/**
 * The upheld no-show reports about a person. Each booking counts once, even if two releases have
 * each recorded a report by the same side.
 */
export const conduct: Decider<
  Conduct,
  Message<'RecordStrike', ConductEvent['data']>,
  ConductEvent
> &
  Live = {
  category: 'conduct',
  liveEvents: conductEvents,
  initial: { strikes: [] },

  decide: ({ data }, { strikes }) =>
    strikes.some(({ bookingId }) => bookingId === data.bookingId)
      ? []
      : [{ type: 'StrikeRecorded', data }],

  evolve({ strikes }, { data: { incidentId, bookingId, strikeDays, recordedAt } }) {
    const until = new Date(Date.parse(recordedAt) + strikeDays * DAY_MS).toISOString();
    return {
      strikes: [...strikes, { incidentId, bookingId, at: recordedAt, until }].slice(-MOST_STRIKES),
    };
  },
};

/** The strikes that count at an instant (UTC). */
export const currentStrikes = ({ strikes }: Conduct, at: string): readonly Strike[] =>
  strikes.filter(({ until }) => at < until);

/** Whether a player can only book prepaid hours with instant confirmation. */
export const isInstantOnly = (
  personConduct: Conduct,
  at: string,
  { strikesForInstantOnly }: ConductPolicy,
): boolean => currentStrikes(personConduct, at).length >= strikesForInstantOnly;
