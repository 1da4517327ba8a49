import type { BookingSide } from '@courtly/contracts/bookings';
import type { Streams } from '../../platform/kernel/streams.js';
import { type Incident, incident, incidentIdOf } from './incident.js';

export type NoShows = Readonly<Record<BookingSide, Incident | null>>;

/** Before each side had its own report, a booking had one, whose id does not contain the side. */
const sharedIdOf = (bookingId: string): string => `${bookingId}.no_show`;

/** A release that knows only the shared id can add a second report by the same side. */
const undecidedOf = (own: Incident | null, shared: Incident | null): Incident | null =>
  own?.decision && shared && !shared.decision ? shared : (own ?? shared);

/**
 * The no-show reports about a booking, by the side that reported. Of two reports, the one that
 * still needs a decision.
 */
export const loadNoShows = async (
  streams: Pick<Streams, 'load'>,
  bookingId: string,
): Promise<NoShows> => {
  const [player, host, shared] = await Promise.all([
    streams.load(incident, incidentIdOf(bookingId, 'no_show', 'player')),
    streams.load(incident, incidentIdOf(bookingId, 'no_show', 'host')),
    streams.load(incident, sharedIdOf(bookingId)),
  ]);
  return {
    player: undecidedOf(player, shared?.side === 'player' ? shared : null),
    host: undecidedOf(host, shared?.side === 'host' ? shared : null),
  };
};
