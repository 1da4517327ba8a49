import type { AuditSearch } from '@courtly/contracts/audit';

/** What is asked of the audit; people and actors are ids here. */
export type AuditFilter = Readonly<
  Partial<Record<'people' | 'actorId' | 'courtId' | 'bookingId' | 'type', string>>
> &
  Readonly<{ stream?: string; at?: Readonly<{ $gte?: string; $lt?: string }> }>;

/** Where a page ended, by what the audit is sorted by: the instant of the decision, then the place in the log. */
export type PlaceInAudit = Readonly<{ at: string; position: string }>;

type Chosen = Pick<AuditSearch, 'court' | 'booking' | 'type' | 'from' | 'to'>;
type Ids = Readonly<{ people?: string | undefined; actorId?: string | undefined }>;

/** Instants as the log writes them, so that they compare as text. */
const instant = (text: string): string => new Date(text).toISOString();

/** What an admin looks for, as a filter. */
export const auditFilter = (
  { court, booking, type, from, to }: Chosen,
  { people, actorId }: Ids,
): AuditFilter => ({
  ...(people !== undefined && { people }),
  ...(actorId !== undefined && { actorId }),
  ...(court !== undefined && { courtId: court }),
  ...(booking !== undefined && { bookingId: booking }),
  ...(type !== undefined && { type }),
  ...((from !== undefined || to !== undefined) && {
    at: {
      ...(from !== undefined && { $gte: instant(from) }),
      ...(to !== undefined && { $lt: instant(to) }),
    },
  }),
});

/** Which way the audit is read: searches from the latest event back, timelines from the first one on. */
export type Direction = 'back' | 'on';

export const orderOf = (direction: Direction) =>
  direction === 'back' ? ({ at: -1, position: -1 } as const) : ({ at: 1, position: 1 } as const);

/** The same filter for what comes after a place; the bound of the instant alone lets an index begin there. */
export const after = (
  filter: AuditFilter,
  place: PlaceInAudit | undefined,
  direction: Direction,
): object => {
  if (!place) return filter;
  const { at, position } = place;
  const [from, beyond] = direction === 'back' ? ['$lte', '$lt'] : ['$gte', '$gt'];
  return {
    ...filter,
    at: { ...filter.at, [from!]: at },
    $and: [{ $or: [{ at: { [beyond!]: at } }, { position: { [beyond!]: position } }] }],
  };
};
