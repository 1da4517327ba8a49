import type { BookingStatus } from '@courtly/contracts/bookings';
import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import type { ViewerRelation } from '../../people/identity/page-privacy.js';
import { CALLER_ROLES, type CallerRoles } from '../../platform/http/caller-roles.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { challengedHours } from './challenged-hours.projection.js';
import { presentPlayers } from './lineup.js';
import { type MatchDocument, matches } from './matches.projection.js';

type OpponentRelation = Extract<ViewerRelation, 'opponent' | 'blocked_opponent'>;

/** How many of a viewer's latest matches count for finding opponents. */
const MOST_MATCHES = 300;

/**
 * Finds out whose opponent a viewer is. A person becomes visible only through their own action:
 * respond to a match, confirm or make a booking, or challenge the viewer.
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
    const relation = (await this.opponentsAmong(id, [playerId])).get(playerId);
    if (relation === 'opponent') return 'opponent';
    return (await this.callerRoles.of(id)).includes('admin') ? 'admin' : (relation ?? 'stranger');
  }

  /** The players whose opponent the viewer is. */
  async opponentsAmong(
    viewerId: string,
    playerIds: readonly string[],
  ): Promise<ReadonlyMap<string, OpponentRelation>> {
    const otherIds = [...new Set(playerIds)].filter((playerId) => playerId !== viewerId);
    if (otherIds.length === 0) return new Map();
    const [matchedIds, bookedIds, challengerIds, blockedIds] = await Promise.all([
      this.matchedWith(viewerId),
      this.bookedWith(viewerId, otherIds, ['confirmed', 'completed']),
      this.challengersOf(viewerId),
      this.contactGuard.blockedAmong(viewerId, otherIds),
    ]);
    const relatedIds = new Set([...matchedIds, ...bookedIds, ...challengerIds]);
    return new Map(
      otherIds
        .filter((playerId) => relatedIds.has(playerId))
        .map((playerId): [string, OpponentRelation] => [
          playerId,
          blockedIds.has(playerId) ? 'blocked_opponent' : 'opponent',
        ]),
    );
  }

  /**
   * The players whose name the viewer sees in a booking, match, or challenge, regardless of its
   * status.
   */
  async acquaintedAmong(
    viewerId: string,
    playerIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (playerIds.length === 0) return new Set();
    const acquaintedIds = await Promise.all([
      this.matchedWith(viewerId, null),
      this.bookedWith(viewerId, playerIds, null),
      this.challengersOf(viewerId),
    ]);
    const ids = new Set(acquaintedIds.flat());
    return new Set(playerIds.filter((playerId) => ids.has(playerId)));
  }

  /** Those who responded to a match with the viewer. */
  private async matchedWith(
    viewerId: string,
    answers: readonly MatchDocument['answer'][] | null = ['confirmed', 'auto_confirmed'],
  ): Promise<readonly string[]> {
    const matchDocuments = await this.readModels.read(matches, (collection) =>
      collection
        .find({ playerIds: viewerId, ...(answers && { answer: { $in: [...answers] } }) })
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
    statuses: readonly BookingStatus[] | null,
  ): Promise<readonly string[]> {
    const filter = statuses && { status: { $in: [...statuses] } };
    return this.readModels.read(bookings, async (collection) => {
      const [asPlayer, asHost] = await Promise.all([
        collection
          .find({ playerId: viewerId, hostId: { $in: [...otherIds] }, ...filter })
          .project<{ hostId: string }>({ hostId: 1 })
          .toArray(),
        collection
          .find({ playerId: { $in: [...otherIds] }, hostId: viewerId, ...filter })
          .project<{ playerId: string }>({ playerId: 1 })
          .toArray(),
      ]);
      return [...asPlayer.map(({ hostId }) => hostId), ...asHost.map(({ playerId }) => playerId)];
    });
  }

  /** A challenge makes only the challenger visible. */
  private async challengersOf(viewerId: string): Promise<readonly string[]> {
    const challengedDocuments = await this.readModels.read(challengedHours, (collection) =>
      collection.find({ opponentId: viewerId }).toArray(),
    );
    return challengedDocuments.map(({ challengerId }) => challengerId);
  }
}
