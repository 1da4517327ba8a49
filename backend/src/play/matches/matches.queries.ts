import { Injectable } from '@nestjs/common';
import type { Match as View } from '@courtly/contracts/matches';
import { z } from 'zod';
import { bookableCourt } from '../../booking/courts/bookable-court.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { person } from '../../people/identity/person.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { playedIn } from './lineup.js';
import type { Match } from './match.js';
import { matchView } from './match-view.js';
import { type MatchDocument, matches } from './matches.projection.js';

const PlaceInMatches = z.strictObject({ playedAt: z.string(), id: z.string() });

/** Matches as their players see them. Other users' matches are not found. */
@Injectable()
export class MatchQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
  ) {}

  /** One page of a player's matches, latest first. */
  async ofPlayer(playerId: string, { cursor, limit }: PageRequest): Promise<Page<View>> {
    const place = decodeCursor(PlaceInMatches, cursor);
    const earlier = place && {
      $or: [
        { playedAt: { $lt: place.playedAt } },
        { playedAt: place.playedAt, _id: { $lt: place.id } },
      ],
    };
    const found = await this.readModels.read(matches, (all) =>
      all
        .find({ playerIds: playerId, ...earlier })
        .sort({ playedAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(found, limit, ({ playedAt, _id }) => ({
      playedAt,
      id: _id,
    }));
    return { items: await this.views(items, playerId), next };
  }

  /** @throws DomainError not_found, also for other users' matches */
  async one(matchId: string, viewerId: string): Promise<View> {
    const found = await this.readModels.read(matches, (all) => all.findOne({ _id: matchId }));
    if (!found || playedIn(found, viewerId) === null) throw notFound('match');
    return (await this.views([found], viewerId))[0]!;
  }

  /** The view of a match right after its command, without waiting for read models. */
  async decided(match: Match, viewerId: string): Promise<View> {
    const [court, ...known] = await Promise.all([
      this.streams.cachedOrStale(bookableCourt, match.courtId),
      ...peopleIn(match).map((id) => this.streams.cachedOrStale(person, id)),
    ]);
    const names = new Map(known.flatMap((one) => (one ? [[one.userId, one] as const] : [])));
    return matchView(match, viewerId, { court: court?.name ?? '', people: names });
  }

  private async views(found: readonly MatchDocument[], viewerId: string): Promise<View[]> {
    const [named, known] = await Promise.all([
      this.readModels.read(courts, (all) =>
        all.find(among(found.map(({ courtId }) => courtId))).toArray(),
      ),
      this.readModels.read(people, (all) => all.find(among(found.flatMap(peopleIn))).toArray()),
    ]);
    const courtNames = new Map(named.map(({ courtId, name }) => [courtId, name]));
    const names = new Map(known.map((one) => [one.userId, one]));
    return found.map((match) =>
      matchView(match, viewerId, {
        court: courtNames.get(match.courtId) ?? 'New court',
        people: names,
      }),
    );
  }
}

const peopleIn = ({ loggerId, players }: Match): string[] => [
  loggerId,
  ...players.flatMap(({ playerId }) => playerId ?? []),
];

const among = (ids: readonly string[]) => ({ _id: { $in: [...new Set(ids)] } });
