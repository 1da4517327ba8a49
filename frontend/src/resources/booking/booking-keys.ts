/** Query keys. `all` is the prefix of single bookings and of the player's lists. */
export const bookingKeys = {
  all: ['/api/bookings'] as const,
  list: (filters: object) => ['/api/bookings', filters] as const,
  hostList: (filters: object) => ['/api/host/bookings', filters] as const,
  detail: (bookingId: string) => ['/api/bookings', bookingId] as const,
  history: (bookingId: string) => ['/api/bookings', bookingId, 'history'] as const,
  cancellation: (bookingId: string) => ['/api/bookings', bookingId, 'cancellation'] as const,
};

/** The prefixes of all booking lists of players and of hosts. */
export const bookingListKeys = [bookingKeys.list({}), bookingKeys.hostList({})] as const;
