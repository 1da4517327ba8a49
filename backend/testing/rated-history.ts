import type { RatedMatch } from '../src/play/ratings/formula.js';
import type { RatedMatchDocument } from '../src/play/rankings/rated-matches.projection.js';

/** The read model document of a rated match. Side 0 logged it. */
export const asDocument = (match: RatedMatch, courtId = 'roxbury'): RatedMatchDocument => {
  const [[loggerId, partner], opponents] = match.sides;
  const consent = { answer: 'agreed', isRevealed: true } as const;
  const players = [
    ...(partner === undefined
      ? []
      : [{ placeId: 'partner', side: 'partner' as const, playerId: partner, ...consent }]),
    ...opponents.map((playerId) => ({
      placeId: playerId,
      side: 'opponent' as const,
      playerId,
      ...consent,
    })),
  ];
  return {
    matchId: match.matchId,
    courtId,
    zone: 'America/Phoenix',
    playedAt: new Date(match.playedAt).toISOString(),
    surface: match.surface ?? 'other',
    gamesWon: match.games[0],
    gamesLost: match.games[1],
    loggerId: loggerId!,
    sport: 'tennis',
    discipline: match.discipline,
    players,
    result: match.winner === null ? 'draw' : match.winner === 0 ? 'win' : 'loss',
    answer:
      match.weight.value === 1
        ? 'confirmed'
        : match.weight.value > 0
          ? 'auto_confirmed'
          : 'disputed',
    logged: String(match.position).padStart(20, '0'),
    counts: match.weight.value > 0 && match.games[0] + match.games[1] > 0,
    playerIds: [loggerId!, ...players.map(({ playerId }) => playerId)],
  };
};
