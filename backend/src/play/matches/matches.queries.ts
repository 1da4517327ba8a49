import { Inject, Injectable } from '@nestjs/common';
import type { ChallengedHour, Match as MatchView } from '@courtly/contracts/matches';
import { z } from 'zod';
import { court as courtDecider } from '../../booking/courts/court.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { person } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { DAY_MS, HOUR_MS, offsetsAround } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { challengedHours } from './challenged-hours.projection.js';
import { roleInMatch } from './lineup.js';
import { type Match, logDeadline } from './match.js';
import { formerMember, matchView } from './match-view.js';
import { type MatchDocument, matches } from './matches.projection.js';

/** More hours than anyone plays within the period for logging matches. */
const MOST_CHALLENGED_HOURS = 48;

const PlaceInMatches = z.strictObject({ playedAt: z.string(), id: z.string() });

/** Matches as their players see them. Other people's matches are not found. */
@Injectable()
export class MatchQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * One page of the user's own matches, newest first.
   * @throws DomainError forbidden if `playerId` is someone else
   */
  async matchesOfUser(
    userId: string,
    { playerId = userId, cursor, limit }: PageRequest & Readonly<{ playerId?: string | undefined }>,
  ): Promise<Page<MatchView>> {
    if (playerId !== userId)
      throw new DomainError('forbidden', 'You can only see matches that you played.');
    const cursorPlace = decodeCursor(PlaceInMatches, cursor);
    const earlierFilter = cursorPlace && {
      $or: [
        { playedAt: { $lt: cursorPlace.playedAt } },
        { playedAt: cursorPlace.playedAt, _id: { $lt: cursorPlace.id } },
      ],
    };
    const matchDocuments = await this.readModels.read(matches, (collection) =>
      collection
        .find({ playerIds: playerId, ...earlierFilter })
        .sort({ playedAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(matchDocuments, limit, ({ playedAt, _id }) => ({
      playedAt,
      id: _id,
    }));
    return { items: await this.matchViews(items, playerId), next };
  }

  /** The played hours to which a player was challenged and that they can log, newest first. */
  async challengedHoursOf(playerId: string): Promise<ChallengedHour[]> {
    const { matchLogDays } = this.config.policy;
    const endedSince = new Date(this.clock.now() - matchLogDays * DAY_MS - HOUR_MS).toISOString();
    const hours = await this.readModels.read(challengedHours, (collection) =>
      collection
        .find({
          opponentId: playerId,
          isOver: true,
          isLogged: false,
          startTime: { $gt: endedSince },
        })
        .sort({ startTime: -1 })
        .limit(MOST_CHALLENGED_HOURS)
        .toArray(),
    );
    const [courtDocuments, challengers] = await Promise.all([
      this.readModels.read(courts, (collection) =>
        collection.find(idFilter(hours.map(({ courtId }) => courtId))).toArray(),
      ),
      this.readModels.read(people, (collection) =>
        collection.find(idFilter(hours.map(({ challengerId }) => challengerId))).toArray(),
      ),
    ]);
    const courtNames = new Map(courtDocuments.map(({ courtId, name }) => [courtId, name]));
    const namesById = new Map(
      challengers.map(({ userId, firstName, lastName }) => [userId, { firstName, lastName }]),
    );
    return hours.map(({ bookingId, courtId, challengerId, startTime, endTime, zone }) => {
      const logBy = logDeadline(startTime, matchLogDays);
      return {
        bookingId,
        court: { id: courtId, name: courtNames.get(courtId) ?? 'New court' },
        startTime,
        endTime,
        zone,
        zoneOffsets: offsetsAround(zone, [startTime, logBy]),
        challenger: namesById.get(challengerId) ?? formerMember,
        logBy,
      };
    });
  }

  /** @throws DomainError not_found, including for other people's matches */
  async matchOfUser(matchId: string, userId: string): Promise<MatchView> {
    const matchDocument = await this.readModels.read(matches, (collection) =>
      collection.findOne({ _id: matchId }),
    );
    if (!matchDocument || roleInMatch(matchDocument, userId) === null) throw notFound('match');
    return (await this.matchViews([matchDocument], userId))[0]!;
  }

  /** The view of a match right after its command. Does not wait for read models. */
  async decidedMatchView(storedMatch: Match, userId: string, at: string): Promise<MatchView> {
    const [court, ...knownPeople] = await Promise.all([
      this.streams.cachedOrStale(courtDecider, storedMatch.courtId),
      ...userIdsIn(storedMatch).map((knownId) => this.streams.cachedOrStale(person, knownId)),
    ]);
    const peopleById = new Map(
      knownPeople.flatMap((knownPerson) =>
        knownPerson ? [[knownPerson.userId, knownPerson] as const] : [],
      ),
    );
    return matchView(storedMatch, userId, {
      courtName: court?.name ?? '',
      people: peopleById,
      ...this.timing(at),
    });
  }

  private async matchViews(matchDocuments: readonly MatchDocument[], userId: string) {
    const [courtDocuments, knownPeople] = await Promise.all([
      this.readModels.read(courts, (collection) =>
        collection.find(idFilter(matchDocuments.map(({ courtId }) => courtId))).toArray(),
      ),
      this.readModels.read(people, (collection) =>
        collection.find(idFilter(matchDocuments.flatMap(userIdsIn))).toArray(),
      ),
    ]);
    const courtNames = new Map(courtDocuments.map(({ courtId, name }) => [courtId, name]));
    const peopleById = new Map(knownPeople.map((knownPerson) => [knownPerson.userId, knownPerson]));
    return matchDocuments.map((storedMatch) =>
      matchView(storedMatch, userId, {
        courtName: courtNames.get(storedMatch.courtId) ?? 'New court',
        people: peopleById,
        ...this.timing(new Date(this.clock.now()).toISOString()),
      }),
    );
  }

  private timing(at: string) {
    return { at, matchLogDays: this.config.policy.matchLogDays };
  }
}

const userIdsIn = ({ loggerId, players }: Match): string[] => [
  loggerId,
  ...players.flatMap(({ playerId }) => playerId ?? []),
];

const idFilter = (documentIds: readonly string[]) => ({ _id: { $in: [...new Set(documentIds)] } });
