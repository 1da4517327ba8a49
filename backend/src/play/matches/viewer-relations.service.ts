import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import type { ViewerRelation } from '../../people/identity/page-privacy.js';
import { CALLER_ROLES, type CallerRoles } from '../../platform/http/caller-roles.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { challengedHours } from './challenged-hours.projection.js';
import { presentPlayers } from './lineup.js';
import { matches } from './matches.projection.js';

/** How many of a viewer's latest matches make opponents. */
const MOST_MATCHES = 300;

/**
 * Finds out whose opponent a viewer is. A person becomes visible only by something that they did:
 * respond to a match, confirm or make a booking, or challenge the viewer. A block ends this.
 */
@Injectable()
export class ViewerRelations {
  constructor(
    private readonly readModels: ReadModels,
    @Inject(CALLER_ROLES) private readonly callerRoles: CallerRoles,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
  ) {}

  /** The relation of a viewer to one player. */
  async relationTo({ id }: Pick<Actor, 'id'>, playerId: string): Promise<ViewerRelation> {
    if (id === playerId) return 'self';
    if ((await this.opponentsAmong(id, [playerId])).has(playerId)) return 'opponent';
    return (await this.callerRoles.of(id)).includes('admin') ? 'admin' : 'stranger';
  }

  /** The players whose opponent the viewer is. */
  async opponentsAmong(
    viewerId: string,
    playerIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const otherIds = [...new Set(playerIds)].filter((playerId) => playerId !== viewerId);
    if (otherIds.length === 0) return new Set();
    const [matchedIds, bookedIds, challengerIds, blockedIds] = await Promise.all([
      this.matchedWith(viewerId),
      this.bookedWith(viewerId, otherIds),
      this.challengersOf(viewerId),
      this.contactGuard.blockedAmong(viewerId, otherIds),
    ]);
    const relatedIds = new Set([...matchedIds, ...bookedIds, ...challengerIds]);
    return new Set(
      otherIds.filter((playerId) => relatedIds.has(playerId) && !blockedIds.has(playerId)),
    );
  }

  /** Those who responded to a match with the viewer. */
  private async matchedWith(viewerId: string): Promise<readonly string[]> {
    const matchDocuments = await this.readModels.read(matches, (collection) =>
      collection
        .find({ playerIds: viewerId, answer: { $in: ['confirmed', 'auto_confirmed'] } })
        .sort({ playedAt: -1, _id: -1 })
        .limit(MOST_MATCHES)
        .toArray(),
    );
    return matchDocuments.flatMap((match) => [
      match.loggerId,
      ...presentPlayers(match).flatMap(({ playerId, isRevealed }) =>
        playerId !== null && isRevealed ? [playerId] : [],
      ),
    ]);
  }

  private async bookedWith(
    viewerId: string,
    otherIds: readonly string[],
  ): Promise<readonly string[]> {
    const confirmed = { $in: ['confirmed', 'completed'] as ('confirmed' | 'completed')[] };
    return this.readModels.read(bookings, async (collection) => {
      const [asPlayer, asHost] = await Promise.all([
        collection
          .find({ playerId: viewerId, hostId: { $in: [...otherIds] }, status: confirmed })
          .project<{ hostId: string }>({ hostId: 1 })
          .toArray(),
        collection
          .find({ playerId: { $in: [...otherIds] }, hostId: viewerId, status: confirmed })
          .project<{ playerId: string }>({ playerId: 1 })
          .toArray(),
      ]);
      return [...asPlayer.map(({ hostId }) => hostId), ...asHost.map(({ playerId }) => playerId)];
    });
  }

  /** Being challenged shows the challenger; challenging someone shows no one. */
  private async challengersOf(viewerId: string): Promise<readonly string[]> {
    const challengedDocuments = await this.readModels.read(challengedHours, (collection) =>
      collection.find({ opponentId: viewerId }).toArray(),
    );
    return challengedDocuments.map(({ challengerId }) => challengerId);
  }
}
