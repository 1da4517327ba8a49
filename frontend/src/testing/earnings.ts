import type { Analytics, Earnings, EarningsOfMonth, HostFigures } from '@courtly/contracts/hosting';
import type { PayoutAccount } from '@courtly/contracts/payouts';
import { weekdays } from '../lib/weekdays';

/** The payout account of a host who accepts no card payments. */
export const payoutAccountLike = (changes: Partial<PayoutAccount> = {}): PayoutAccount => ({
  state: 'none',
  needs: [],
  deadline: null,
  isRejected: false,
  isPastDue: false,
  returned: null,
  bankPayouts: [],
  needsApproval: false,
  payoutDelayMinutes: 1440,
  isNeeded: false,
  waiting: { bookings: 0, amount: '0.00' },
  refused: { bookings: 0, amount: '0.00' },
  ...changes,
});

const nothing: Earnings = {
  bookings: 0,
  completed: 0,
  cancelled: 0,
  expected: '0.00',
  earned: '0.00',
  lateFees: '0.00',
  refunds: '0.00',
};

/** An empty month of earnings, March 2027. */
export const monthLike = (changes: Partial<EarningsOfMonth> = {}): EarningsOfMonth => ({
  month: '2027-03',
  ...nothing,
  ...changes,
});

/** Figures of a host with one active court and the given totals. */
export const figuresLike = (total: Partial<Earnings> = {}): HostFigures => ({
  courts: { listed: 1, active: 1 },
  pending: 0,
  upcoming: 0,
  month: monthLike(total),
  total: { ...nothing, ...total },
});

/** Analytics of a host whose court is never open. */
export const analyticsLike = (
  months: readonly EarningsOfMonth[],
  total: Partial<Earnings> = {},
): Analytics => {
  const use = { offered: 0, played: 0 };
  return {
    months: months.map((month) => ({ ...month, use })),
    total: { ...nothing, ...total },
    previous: { total: nothing, prime: use },
    use: {
      total: use,
      prime: use,
      weekdays: weekdays.map((weekday) => ({ weekday, ...use })),
      courts: [],
    },
    hours: weekdays.map((weekday) => ({ weekday, booked: Array.from({ length: 24 }, () => 0) })),
    answers: { accepted: 0, declined: 0, expired: 0, atOnce: 0, usualMinutes: null },
    cancellations: { byPlayers: 0, byHost: 0, excused: 0, byOthers: 0 },
  };
};
