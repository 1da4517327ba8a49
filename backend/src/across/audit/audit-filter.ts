import type { AuditSearch } from '@courtly/contracts/audit';

/** `people` and `actorId` are account ids. */
export type AuditFilter = Readonly<
  Partial<Record<'people' | 'actorId' | 'courtId' | 'bookingId' | 'type', string>>
> &
  Readonly<{
    stream?: string;
    at?: Readonly<{ $gte?: string; $lt?: string }>;
    $nor?: readonly Readonly<{ type: string; actorId: string }>[];
  }>;

/** The sort keys of the last event on a page. */
export type AuditCursor = Readonly<{ at: string; position: string }>;

type SearchCriteria = Pick<AuditSearch, 'court' | 'booking' | 'type' | 'from' | 'to'>;
type UserIds = Readonly<{ people?: string | undefined; actorId?: string | undefined }>;

/** Converts to the format of the log, so that instants can be compared as text. */
const toInstant = (instantText: string): string => new Date(instantText).toISOString();

export const toAuditFilter = (
  { court, booking, type, from, to }: SearchCriteria,
  { people, actorId }: UserIds,
): AuditFilter => ({
  ...(people !== undefined && { people }),
  ...(actorId !== undefined && { actorId }),
  ...(court !== undefined && { courtId: court }),
  ...(booking !== undefined && { bookingId: booking }),
  ...(type !== undefined && { type }),
  ...((from !== undefined || to !== undefined) && {
    at: {
      ...(from !== undefined && { $gte: toInstant(from) }),
      ...(to !== undefined && { $lt: toInstant(to) }),
    },
  }),
});

/** Searches start with the latest event, timelines with the first event. */
export type ReadDirection = 'back' | 'on';

export const sortOrder = (direction: ReadDirection) =>
  direction === 'back' ? ({ at: -1, position: -1 } as const) : ({ at: 1, position: 1 } as const);

/** Continues after a cursor. The separate condition on `at` lets an index start there. */
export const afterCursor = (
  auditFilter: AuditFilter,
  auditCursor: AuditCursor | undefined,
  direction: ReadDirection,
): object => {
  if (!auditCursor) return auditFilter;
  const { at, position } = auditCursor;
  const [inclusive, exclusive] = direction === 'back' ? ['$lte', '$lt'] : ['$gte', '$gt'];
  return {
    ...auditFilter,
    at: { ...auditFilter.at, [inclusive!]: at },
    $and: [{ $or: [{ at: { [exclusive!]: at } }, { position: { [exclusive!]: position } }] }],
  };
};
