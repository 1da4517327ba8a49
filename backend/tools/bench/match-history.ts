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

const SURFACES = ['hard', 'clay', 'grass', 'other'];
const PLAYERS_PER_MATCH = 1 / 20;
const START = Date.UTC(2025, 0, 1);
const MINUTE_MS = 60_000;
const CONCURRENCY = 64;
/** Matches arrive in reversed blocks, because players do not log matches in order of play. */
const BLOCK = 100;

/** A deterministic number from 0 to 2^32 derived from the text. */
const drawn = (text: string): number => createHash('md5').update(text).digest().readUInt32LE();

const uuid = (text: string): string => {
  const hex = createHash('md5').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
};

export const playerIdOf = (number: number): string => uuid(`player ${number}`);

/**
 * Events of one singles match. One in three is between neighbors; one in five is confirmed by
 * timeout.
 */
const eventsOf = (index: number, of: number): readonly MatchEvent[] => {
  const players = Math.max(8, Math.round(of * PLAYERS_PER_MATCH));
  const draw = (what: string, below: number) => drawn(`${what} ${index}`) % below;
  const logger = draw('logger', players);
  const far = draw('far', 3) === 0 ? 1 : 1 + draw('opponent', players - 3);
  const [own, others] = [draw('games', 8), draw('others', 8)];
  const loggerId = playerIdOf(logger);
  const bookingId = uuid(`booking ${index}`);
  const playedAt = new Date(START + index * MINUTE_MS).toISOString();
  const its = {
    matchId: `${bookingId}_${loggerId}`,
    bookingId,
    courtId: uuid(`court ${logger % 50}`),
    loggerId,
    surface: SURFACES[draw('surface', SURFACES.length)]!,
    playedAt,
    zone: 'America/Phoenix',
    result: own > others ? ('win' as const) : own < others ? ('loss' as const) : ('draw' as const),
    gamesWon: own + 1,
    gamesLost: others,
  };
  const place = { placeId: uuid(`place ${index}`).slice(0, 12), side: 'opponent' as const };
  const player = { ...place, playerId: playerIdOf((logger + far) % players) };
  const lineup = { ...its, discipline: 'singles' as const, players: [player] };
  return [
    {
      type: 'MatchLogged',
      data: { ...its, discipline: null, sets: [], notes: '', loggedAt: playedAt },
    },
    {
      type: 'MatchPlayerAdded',
      data: {
        ...its,
        ...player,
        name: 'Former player',
        email: '',
        emailHash: null,
        answerBy: playedAt,
        addedAt: playedAt,
      },
    },
    draw('answer', 5) === 0
      ? { type: 'MatchAutoConfirmed', data: { ...lineup, confirmedAt: playedAt } }
      : {
          type: 'MatchConfirmed',
          data: { ...lineup, confirmedBy: player.playerId, confirmedAt: playedAt },
        },
  ];
};

export function* ratedOf(matches: number): Generator<RatedMatch> {
  for (let index = 0; index < matches; index++)
    yield ratedMatch(foldAll(match, eventsOf(index, matches))!, index)!;
}

export const writeMatches = async (
  store: EventStore,
  matches: number,
  tell: (done: number) => void,
): Promise<void> => {
  const codec = new EventCodec([matchEvents], noPersonKeys);
  const turns = pLimit(CONCURRENCY);
  const write = async (index: number) => {
    const events = eventsOf(index, matches);
    const { matchId, playedAt: at } = events[0]!.data;
    const actor = { id: 'bench', role: 'operator' } as const;
    const metadata = { actor, at, command: matchId, fingerprint: '', $correlationId: matchId };
    const encoded = events.map((event) =>
      codec.encode(event, uuid(`${event.type} ${matchId}`), metadata),
    );
    await appendNew(store, `match-${matchId}`, await Promise.all(encoded));
  };
  for (let from = 0; from < matches; from += BLOCK) {
    const indexes = Array.from(
      { length: Math.min(BLOCK, matches - from) },
      (_, offset) => from + offset,
    );
    await Promise.all(indexes.reverse().map((index) => turns(() => write(index))));
    tell(from + indexes.length);
  }
};
