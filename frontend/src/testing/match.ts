import type { Match } from '@courtly/contracts/matches';

/** Nadia logged a 6-4 win against the current user, who can respond. */
export const matchLike = (changes: Partial<Match> = {}): Match => ({
  id: 'b1_u2',
  bookingId: 'b1',
  userId: 'u2',
  loggedBy: { firstName: 'Nadia', lastName: 'Ferro' },
  role: 'opponent',
  court: { id: 'c1', name: 'Camelback Clay' },
  playedAt: '2027-03-13T17:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  surface: 'clay',
  discipline: 'singles',
  result: 'win',
  gamesWon: 6,
  gamesLost: 4,
  sets: [],
  notes: '',
  status: 'waiting',
  answerBy: '2027-03-15T18:00:00.000Z',
  reason: null,
  players: [
    {
      id: 'p1',
      matchResultId: 'b1_u2',
      side: 'opponent',
      playerId: 'u1',
      playerName: 'Robin Base',
      playerEmail: null,
      isRegistered: true,
      createdAt: '2027-03-13T18:00:00.000Z',
    },
  ],
  createdAt: '2027-03-13T18:00:00.000Z',
  ...changes,
});
