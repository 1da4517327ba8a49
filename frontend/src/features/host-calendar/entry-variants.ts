import type { CalendarEntry } from './calendar-entries';

export const entryVariants: Record<CalendarEntry['kind'], string> = {
  pending: 'border-pending bg-pending-wash text-pending',
  confirmed: 'border-good bg-good-wash text-good',
  completed: 'border-done bg-done-wash text-done',
  closed: 'border-edge bg-sunk text-quiet',
};
