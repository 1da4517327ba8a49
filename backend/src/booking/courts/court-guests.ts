/** Who comes to which court. The slice that knows bookings provides it. */
export type CourtGuests = Readonly<{
  /** Which of these courts the person has a confirmed booking of. */
  confirmed(playerId: string, courtIds: readonly string[]): Promise<ReadonlySet<string>>;
}>;

/** Where it is found in Nest's container. */
export const COURT_GUESTS = Symbol('court guests');
