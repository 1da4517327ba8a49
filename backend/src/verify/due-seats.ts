import type { MembershipEvent } from '../people/membership/membership.events.js';

/** A paid founding year, in cents. `openReversals` are those that can still be undone. */
type FoundingYear = Readonly<{
  amountCents: number;
  reversedCents: number;
  openReversals: readonly string[];
  freesSeat: boolean;
  isEnded: boolean;
}>;

/**
 * A member's founding number (for a freed seat, the former number) and the paid years, oldest
 * first. The next step for the seat has been due since `since` (UTC).
 */
export type SeatState = Readonly<{
  number: number | null;
  formerNumber: number | null;
  isForfeited: boolean;
  years: Readonly<Record<string, FoundingYear>>;
  since: string;
}>;

export const newSeat: SeatState = {
  number: null,
  formerNumber: null,
  isForfeited: false,
  years: {},
  since: '',
};

const withYear = (
  seat: SeatState,
  paidBy: string,
  since: string,
  change: (year: FoundingYear) => Partial<FoundingYear>,
): SeatState => {
  const year = seat.years[paidBy];
  if (!year) return seat;
  return { ...seat, since, years: { ...seat.years, [paidBy]: { ...year, ...change(year) } } };
};

const without = (ids: readonly string[], removed: string) => ids.filter((id) => id !== removed);

export const afterSeatEvent = (seat: SeatState, { type, data }: MembershipEvent): SeatState => {
  switch (type) {
    case 'EliteActivated':
    case 'EliteRenewed': {
      if (data.plan !== 'founding') return seat;
      const { paidBy, amountCents, founderNumber } = data;
      const year = { amountCents, reversedCents: 0, openReversals: [] };
      const years = { ...seat.years, [paidBy]: { ...year, freesSeat: false, isEnded: false } };
      const sold = founderNumber === null ? {} : { number: founderNumber, formerNumber: null };
      return { ...seat, ...sold, years, isForfeited: false };
    }
    case 'EliteReversed': {
      const { paidBy, reversalId, amountCents, isFinal, freesSeat, reversedAt } = data;
      return withYear(seat, paidBy, reversedAt, ({ reversedCents, openReversals }) => {
        const others = without(openReversals, reversalId);
        return {
          reversedCents: reversedCents + amountCents,
          openReversals: isFinal ? others : [...others, reversalId],
          freesSeat,
        };
      });
    }
    case 'EliteReversalConfirmed':
      return withYear(seat, data.paidBy, data.confirmedAt, ({ openReversals }) => ({
        openReversals: without(openReversals, data.reversalId),
      }));
    case 'EliteReversalUndone':
      return withYear(seat, data.paidBy, data.undoneAt, ({ reversedCents, openReversals }) => ({
        reversedCents: reversedCents - data.amountCents,
        openReversals: without(openReversals, data.reversalId),
      }));
    case 'EliteEnded': {
      const ended = Object.entries(seat.years).map(([id, year]) => [
        id,
        { ...year, isEnded: true },
      ]);
      const years = Object.fromEntries(ended) as SeatState['years'];
      return { ...seat, years, isForfeited: data.freesSeat, since: data.endedAt };
    }
    case 'EliteIntentEnded':
      return { ...seat, since: data.endedAt };
    case 'EliteSeatFreed':
      return { ...seat, number: null, formerNumber: data.founderNumber, since: data.freedAt };
    case 'EliteSeatRestored':
      return { ...seat, number: data.founderNumber, formerNumber: null };
    default:
      return seat;
  }
};

const isReversed = ({ amountCents, reversedCents }: FoundingYear): boolean =>
  reversedCents > 0 && reversedCents >= amountCents;

/** Whether an admin or the policy frees the seat and no payment for it can come back. */
const mustBeFreed = (years: readonly FoundingYear[]): boolean =>
  years.length > 0 &&
  years.every((year) => isReversed(year) && year.openReversals.length === 0) &&
  years.at(-1)!.freesSeat;

/**
 * The step that is due for a seat, or null. `isSold` is whether the seat is sold in the founders'
 * stream.
 */
export const dueSeatStep = (seat: SeatState, isSold: boolean): string | null => {
  const years = Object.values(seat.years);
  if (seat.number !== null)
    return seat.isForfeited || mustBeFreed(years) ? "the end of a founder's seat" : null;
  if (seat.formerNumber === null) return null;
  if (years.some((year) => !year.isEnded && !isReversed(year)))
    return "the return of a founder's seat";
  return isSold ? "the release of a founder's seat" : null;
};
