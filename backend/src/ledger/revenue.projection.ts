import { localDate } from '../kernel/local-time.js';
import { defineProjection } from '../projections/projection.js';
import { type Balances, type MoneyEvent, entriesOf, moneyEvents, nothing, plus } from './entries.js';

/** What the bookings of a month come to: what each side gave and got, in cents. `platform` is what Courtly keeps after fees. */
export type RevenueOfMonth = Readonly<{ month: string; balances: Balances }>;

/** The revenue of the platform by the month (`2027-03`) on the calendar of each booking's court in which it starts. */
export const revenue = defineProjection<RevenueOfMonth, MoneyEvent>({
  name: 'revenue',
  version: 1,
  indexes: [],
  handles: moneyEvents,
  key: ({ data }) => monthOf(data),
  evolve(document, event) {
    const known = document ?? { month: monthOf(event.data), balances: nothing };
    return { ...known, balances: plus(known.balances, entriesOf(event)) };
  },
  audience: () => [],
});

const monthOf = ({ zone, startTime }: Readonly<{ zone: string; startTime: string }>): string =>
  localDate(zone, startTime).slice(0, 7);
