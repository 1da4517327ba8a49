import { createHash } from 'node:crypto';
import { appendNew } from '@courtly/backend/cli/append-new';
import { EventCodec } from '@courtly/backend/platform/kernel/codec';
import { foldAll } from '@courtly/backend/platform/kernel/decider';
import { type MatchEvent, matchEvents } from '@courtly/backend/play/matches/match.events';
import { match } from '@courtly/backend/play/matches/match';
import { ratedMatch } from '@courtly/backend/play/matches/rated-match';
import type { RatedMatch } from '@courtly/backend/play/ratings/formula';
import { noPersonKeys } from '@courtly/backend/play/rankings/match-log';
import type { EventStore } from '@courtly/backend/platform/stores/event-store';
import pLimit from 'p-limit';
import { MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';

const SURFACES = ['hard', 'clay', 'grass', 'other'];
const PLAYERS_PER_MATCH = 1 / 20;
const START = Date.UTC(2025, 0, 1);
const CONCURRENCY = 64;
/** Matches arrive in reversed blocks, because players do not log matches in the order of play. */
const BLOCK = 100;

/** A number from 0 to 2^32 that depends only on the text. */
const numberFrom = (sourceText: string): number =>
  createHash('md5').update(sourceText).digest().readUInt32LE();

const uuid = (sourceText: string): string => {
  const hex = createHash('md5').update(sourceText).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
};

export const playerIdOf = (playerNumber: number): string => uuid(`player ${playerNumber}`);

/**
 * The events of one singles match. One match in three is between neighbors, and one in five is
 * confirmed by its deadline.
 */
const eventsOf = (matchIndex: number, totalMatches: number): readonly MatchEvent[] => {
  const playerCount = Math.max(8, Math.round(totalMatches * PLAYERS_PER_MATCH));
  const draw = (drawName: string, below: number) => numberFrom(`${drawName} ${matchIndex}`) % below;
  const logger = draw('logger', playerCount);
  const distance = draw('far', 3) === 0 ? 1 : 1 + draw('opponent', playerCount - 3);
  const [winnerGames, loserGames] = [draw('games', 8), draw('others', 8)];
  const loggerId = playerIdOf(logger);
  const bookingId = uuid(`booking ${matchIndex}`);
  const playedAt = new Date(START + matchIndex * MINUTE_MS).toISOString();
  const matchFields = {
    matchId: `${bookingId}_${loggerId}`,
    bookingId,
    courtId: uuid(`court ${logger % 50}`),
    loggerId,
    surface: SURFACES[draw('surface', SURFACES.length)]!,
    playedAt,
    zone: 'America/Phoenix',
    result:
      winnerGames > loserGames
        ? ('win' as const)
        : winnerGames < loserGames
          ? ('loss' as const)
          : ('draw' as const),
    gamesWon: winnerGames + 1,
    gamesLost: loserGames,
  };
  const place = { placeId: uuid(`place ${matchIndex}`).slice(0, 12), side: 'opponent' as const };
  const playerEntry = { ...place, playerId: playerIdOf((logger + distance) % playerCount) };
  const lineup = { ...matchFields, discipline: 'singles' as const, players: [playerEntry] };
  return [
    {
      type: 'MatchLogged',
      data: {
        ...matchFields,
        sport: 'tennis',
        discipline: null,
        sets: [],
        notes: '',
        loggedAt: playedAt,
        claimBy: playedAt,
      },
    },
    {
      type: 'MatchPlayerAdded',
      data: {
        ...matchFields,
        ...playerEntry,
        name: 'Former player',
        email: '',
        emailHash: null,
        answerBy: playedAt,
        addedAt: playedAt,
        keepUntil: null,
      },
    },
    draw('answer', 5) === 0
      ? { type: 'MatchAutoConfirmed', data: { ...lineup, confirmedAt: playedAt } }
      : {
          type: 'MatchConfirmed',
          data: { ...lineup, confirmedBy: playerEntry.playerId, confirmedAt: playedAt },
        },
  ];
};

export function* ratedOf(matchCount: number): Generator<RatedMatch> {
  for (let matchIndex = 0; matchIndex < matchCount; matchIndex++)
    yield ratedMatch(foldAll(match, eventsOf(matchIndex, matchCount))!, matchIndex)!;
}

export const writeMatches = async (
  eventStore: EventStore,
  matchCount: number,
  reportProgress: (writtenMatches: number) => void,
): Promise<void> => {
  const codec = new EventCodec([matchEvents], noPersonKeys);
  const concurrencyLimit = pLimit(CONCURRENCY);
  const write = async (matchIndex: number) => {
    const matchEvents = eventsOf(matchIndex, matchCount);
    const { matchId, playedAt: recordedAt } = matchEvents[0]!.data;
    const actor = { id: 'bench', role: 'operator' } as const;
    const metadata = {
      actor,
      at: recordedAt,
      command: matchId,
      fingerprint: '',
      $correlationId: matchId,
    };
    const encoded = matchEvents.map((event) =>
      codec.encode(event, uuid(`${event.type} ${matchId}`), metadata),
    );
    await appendNew(eventStore, `match-${matchId}`, await Promise.all(encoded));
  };
  for (let firstIndex = 0; firstIndex < matchCount; firstIndex += BLOCK) {
    const indexes = Array.from(
      { length: Math.min(BLOCK, matchCount - firstIndex) },
      (_, itemOffset) => firstIndex + itemOffset,
    );
    await Promise.all(
      indexes.reverse().map((matchIndex) => concurrencyLimit(() => write(matchIndex))),
    );
    reportProgress(firstIndex + indexes.length);
  }
};
