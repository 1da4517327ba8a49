import { person } from '../../people/identity/person.js';
import type { Streams } from '../../platform/kernel/streams.js';

type Parties = Readonly<{ playerId: string; hostId: string }>;

/** Whether the player or the host has deleted their account, so messages would have no reader. */
export const isPartyGone = async (
  streams: Pick<Streams, 'cachedOrStale'>,
  { playerId, hostId }: Parties,
): Promise<boolean> => {
  const parties = await Promise.all(
    [playerId, hostId].map((userId) => streams.cachedOrStale(person, userId)),
  );
  return parties.some((party) => !party?.email);
};
