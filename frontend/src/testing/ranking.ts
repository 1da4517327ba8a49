import type {
  OwnRank,
  Player,
  RankingEntry,
  Rating,
  RatingReceipt,
} from '@courtly/contracts/rankings';

export const ratingLike = (changes: Partial<Rating> = {}): Rating => ({
  figure: 6.2,
  range: [5.6, 6.8],
  matches: 14,
  provisional: false,
  ...changes,
});

/** Nadia, who leads the ranking and accepts challenges. */
export const entryLike = (changes: Partial<RankingEntry> = {}): RankingEntry => ({
  id: 'u2',
  hasPage: true,
  rank: 1,
  movement: null,
  username: 'nadia',
  firstName: 'Nadia',
  lastName: 'Ferro',
  avatar: null,
  tier: 'Elite',
  isElite: true,
  utrRating: 6.2,
  range: [5.6, 6.8],
  ustaRating: '4.5',
  winPercentage: 63,
  totalMatches: 14,
  streak: 0,
  location: 'Scottsdale',
  courtsPlayed: 3,
  hasUpcomingMatch: false,
  isChallengeable: true,
  ...changes,
});

/** The rank of a player who is fourth of 41. */
export const ownRankLike = (changes: Partial<OwnRank> = {}): OwnRank => ({
  rank: 4,
  movement: null,
  of: 41,
  tier: 'Elite',
  rating: ratingLike(),
  matchesToRank: 0,
  opponentsToRank: 0,
  streak: 0,
  skills: [],
  formula: 'games-share-glicko-1',
  inputPosition: '1200',
  publishedAt: '2027-03-13T17:00:00.000Z',
  ...changes,
});

/** The rank of a player without rated matches. */
export const noRank: OwnRank = {
  ...ownRankLike({ rank: null, tier: null, rating: null, matchesToRank: 5 }),
  formula: null,
  inputPosition: null,
  publishedAt: null,
};

/** Nadia's public profile. */
export const memberLike = (changes: Partial<Player> = {}): Player => ({
  id: 'u2',
  sections: { about: true, results: true, history: true, whereabouts: true, contact: true },
  username: 'nadia',
  firstName: 'Nadia',
  lastName: 'Ferro',
  homeCity: 'Scottsdale',
  memberSince: '2026-05-02T10:00:00.000Z',
  isElite: true,
  ustaRating: '4.5',
  isFollowed: false,
  sport: 'tennis',
  sports: [{ sport: 'tennis', singles: { ...ratingLike(), rank: 1, of: 41 }, doubles: null }],
  blockId: null,
  versus: null,
  ratings: { singles: ratingLike(), doubles: null },
  onSurfaces: [
    { surface: 'clay', discipline: 'singles', ...ratingLike({ figure: 6.5, range: [5.7, 7.3] }) },
  ],
  totalMatches: 15,
  wins: 9,
  losses: 5,
  draws: 1,
  streak: 4,
  longestStreak: 5,
  courts: [{ id: 'c1', name: 'Camelback Clay', matches: 7 }],
  ...changes,
});

/** Nadia's 6-4 win against Robin, slightly better than expected. */
export const receiptLike = (changes: Partial<RatingReceipt> = {}): RatingReceipt => ({
  id: 'b1_u2.u2',
  matchId: 'b1_u2',
  playedOn: '2027-03-13',
  playedAt: '2027-03-13T17:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  court: { id: 'c1', name: 'Camelback Clay' },
  surface: 'clay',
  sport: 'tennis',
  discipline: 'singles',
  result: 'win',
  gamesWon: 6,
  gamesLost: 4,
  partner: null,
  opponents: [{ id: 'u1', name: 'Robin Base' }],
  before: { figure: 6.2, uncertainty: 0.6 },
  expected: 0.55,
  actual: 0.6,
  weight: { value: 1, reasons: ['confirmed'] },
  held: false,
  after: { figure: 6.31, uncertainty: 0.57 },
  formula: 'games-share-glicko-1',
  ...changes,
});
