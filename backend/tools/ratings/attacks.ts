import { type ShownFormula } from '@courtly/backend/play/rankings/formulas';
import { rankingOf } from '@courtly/backend/play/rankings/replayed-ranking';
import { RatingFold } from '@courtly/backend/play/ratings/fold';
import { type RatedMatch, byRatingOrder } from '@courtly/backend/play/ratings/formula';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const END = START + 365 * DAY_MS;

/** Honest players, and how many matches each of them plays in the year, on average. */
const POPULATION = { players: 200, matchesPerPlayer: 24 };
/** The spread of skill, and of a player's form on the day, in points. */
const [SKILL_DEVIATION, FORM_DEVIATION] = [1, 1];
/** The attacker is an average player. */
const AVERAGE = 4;
const ATTACKER = 'attacker';

type Hour = Readonly<{
  at: number;
  players: readonly [string, string];
  games: readonly [number, number];
}>;

/** A seeded year of a club, to which an attack adds its own matches. */
type Club = Readonly<{ random: () => number; skills: readonly number[]; hours: readonly Hour[] }>;

/** Adds matches, each of which is a booked hour. */
type Scheme = (club: Club) => Hour[];

export type Attack = Readonly<{ name: string; schemes: readonly Scheme[] }>;

/** Mulberry32, so that a seed gives the same club on every machine. */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A standard normal variate (Box and Muller). */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Plays 12 to 16 games. One point of difference means six out of ten games. */
const playHour = (
  random: () => number,
  at: number,
  players: Hour['players'],
  skillLead: number,
): Hour => {
  const gameCount = 12 + Math.floor(random() * 5);
  const lead = skillLead + FORM_DEVIATION * normal(random);
  const winShare = 1 / (1 + 1.5 ** -lead);
  let won = 0;
  for (let game = 0; game < gameCount; game++) if (random() < winShare) won++;
  return { at, players, games: [won, gameCount - won] };
};

const member = (index: number) => `member ${index}`;

/** Active members play more, and mostly against others of about their strength. */
const clubYear = (seed: number): Club => {
  const random = randomFrom(seed);
  const { players, matchesPerPlayer } = POPULATION;
  const skills = Array.from({ length: players }, () => AVERAGE + SKILL_DEVIATION * normal(random));
  const activities = skills.map(() => 0.3 + 1.7 * random());
  const pickPlayer = (): number => {
    const index = Math.floor(random() * players);
    return random() * 2 < activities[index]! ? index : pickPlayer();
  };
  const pickOpponent = (own: number): number => {
    const other = pickPlayer();
    const isLikely = random() < Math.exp(-((skills[own]! - skills[other]!) ** 2) / 2);
    return other !== own && isLikely ? other : pickOpponent(own);
  };
  const hours = Array.from({ length: (players * matchesPerPlayer) / 2 }, () => {
    const own = pickPlayer();
    const other = pickOpponent(own);
    return playHour(
      random,
      START + random() * 365 * DAY_MS,
      [member(own), member(other)],
      skills[own]! - skills[other]!,
    );
  });
  return { random, skills, hours };
};

const madeUpWin = (at: number, accomplice: string): Hour => ({
  at,
  players: [ATTACKER, accomplice],
  games: [60, 0],
});

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Matches that the attacker really plays against random members. */
const honestHours =
  (count: number): Scheme =>
  ({ random, skills }) =>
    repeat(count, () => {
      const other = Math.floor(random() * skills.length);
      const at = START + random() * 365 * DAY_MS;
      return playHour(random, at, [ATTACKER, member(other)], AVERAGE - skills[other]!);
    });

/** One made-up win against each of several accounts that play no one else. */
const freshAccounts =
  (count: number): Scheme =>
  ({ random }) =>
    repeat(count, (index) => madeUpWin(END - (5 + 55 * random()) * DAY_MS, `fresh ${index}`));

/** Made-up wins against members who play along, at regular intervals. */
const members =
  (count: number, wins: number, days: number): Scheme =>
  () =>
    repeat(count * wins, (index) =>
      madeUpWin(END - (5 + Math.floor(index / count) * days) * DAY_MS, member(index % count)),
    );

/**
 * Accounts that play each other in rounds, so that they become established, and then lose. `bridges`
 * of them also play one real match.
 */
const ring =
  (accounts: number, rounds: number, wins: number, bridges = 0): Scheme =>
  ({ random, skills }) => [
    ...repeat(rounds, (round) =>
      repeat(accounts, (own) =>
        repeat(own, (other): Hour => {
          const won = 6 + Math.floor(random() * 5);
          return {
            at: START + (120 + 31 * round + 30 * random()) * DAY_MS,
            players: [`ring ${own}`, `ring ${other}`],
            games: [won, 16 - won],
          };
        }),
      ),
    ).flat(2),
    ...repeat(accounts * wins, (index) => {
      const at = END - (5 + 31 * Math.floor(index / accounts) + 25 * random()) * DAY_MS;
      return madeUpWin(at, `ring ${index % accounts}`);
    }),
    ...repeat(bridges, (index) => {
      const at = START + (100 + index) * DAY_MS;
      const players = [`ring ${index}`, member(50 + index)] as const;
      return playHour(random, at, players, AVERAGE - skills[50 + index]!);
    }),
  ];

/** Attacks that cost one person a few weeks: accounts without players, or one accomplice. */
export const cheapAttacks: readonly Attack[] = [
  { name: '5 fresh accounts', schemes: [freshAccounts(5)] },
  { name: '10 fresh accounts', schemes: [freshAccounts(10)] },
  { name: '20 fresh accounts', schemes: [freshAccounts(20)] },
  { name: '20 fresh accounts, 10 real matches', schemes: [freshAccounts(20), honestHours(10)] },
  { name: '40 fresh accounts, 10 real matches', schemes: [freshAccounts(40), honestHours(10)] },
  { name: 'one accomplice, 8 weeks', schemes: [members(1, 8, 7)] },
  {
    name: 'one accomplice, 50 weeks, 6 real matches',
    schemes: [members(1, 50, 7), honestHours(6)],
  },
  { name: 'one accomplice every 31 days', schemes: [members(1, 11, 31)] },
  {
    name: 'one accomplice every 31 days, 10 real matches',
    schemes: [members(1, 11, 31), honestHours(10)],
  },
  {
    name: '20 fresh, one accomplice every 31 days, 10 real matches',
    schemes: [freshAccounts(20), members(1, 11, 31), honestHours(10)],
  },
  { name: '2 accomplices every 31 days', schemes: [members(2, 11, 31)] },
  {
    name: '2 accomplices every 31 days, 10 real matches',
    schemes: [members(2, 11, 31), honestHours(10)],
  },
  {
    name: '3 accomplices for 8 months, 10 real matches',
    schemes: [members(3, 8, 31), honestHours(10)],
  },
  { name: 'a ring of 5 accounts', schemes: [ring(5, 4, 5)] },
  { name: 'a ring of 8 accounts, 10 real matches', schemes: [ring(8, 2, 3), honestHours(10)] },
];

/** Attacks that the formula does not stop. They need many hours and several people. */
export const costlyAttacks: readonly Attack[] = [
  {
    name: 'a ring of 5, one of which plays a real match, 10 real matches',
    schemes: [ring(5, 4, 5, 1), honestHours(10)],
  },
  {
    name: 'a ring of 8, two of which play a real match, 10 real matches',
    schemes: [ring(8, 2, 3, 2), honestHours(10)],
  },
  { name: '4 members who lose every 31 days', schemes: [members(4, 11, 31)] },
  { name: '8 members who lose 4 times', schemes: [members(8, 4, 31)] },
];

export const noAttack: Attack = { name: 'none, 20 real matches', schemes: [honestHours(20)] };

/** `share` is the place among the honest players, from 0 (best) to 1; null without a rank. */
export type AttackOutcome = Readonly<{
  hours: number;
  share: number | null;
  ranked: number;
  /** How well the order of the honest players follows their skill: Spearman's coefficient. */
  orderRight: number;
}>;

const rankCorrelation = (pairs: readonly (readonly [number, number])[]): number => {
  const positions = (values: readonly number[]) => {
    const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
    const places = new Array<number>(values.length);
    for (const [place, index] of order.entries()) places[index] = place;
    return places;
  };
  const [left, right] = [
    positions(pairs.map(([value]) => value)),
    positions(pairs.map(([, value]) => value)),
  ];
  const squares = left.reduce((sum, place, index) => sum + (place - right[index]!) ** 2, 0);
  return 1 - (6 * squares) / (pairs.length * (pairs.length ** 2 - 1));
};

/** Rates a year of a club under attack, and returns the attacker's place among honest players. */
export const simulateAttack = (
  formula: ShownFormula,
  { schemes }: Attack,
  seed: number,
): AttackOutcome => {
  const club = clubYear(seed);
  const attackHours = schemes.flatMap((scheme) => scheme(club));
  const matches = [...club.hours, ...attackHours].map(
    ({ at, players: [own, other], games }, index): RatedMatch => ({
      matchId: String(index),
      playedAt: Math.floor(at),
      position: index,
      discipline: 'singles',
      surface: 'hard',
      sides: [[own], [other]],
      games,
      winner: games[0] === games[1] ? null : games[0] > games[1] ? 0 : 1,
      hours: 1,
      weight: { value: 1, reasons: ['confirmed'] },
    }),
  );
  const fold = new RatingFold(formula.formula);
  for (const match of matches.sort(byRatingOrder)) fold.rateMatch(match);
  const ranking = rankingOf(fold, formula, 'singles', END);
  const honestPlaces = club.skills.flatMap((skill, index) => {
    const place = ranking.get(member(index))?.place;
    return place ? [[skill, -place] as const] : [];
  });
  const attacker = ranking.get(ATTACKER)!;
  const better = honestPlaces.filter(([, negativePlace]) => -negativePlace < attacker.place!);
  return {
    hours: attackHours.length,
    share: attacker.place === null ? null : better.length / honestPlaces.length,
    ranked: honestPlaces.length,
    orderRight: rankCorrelation(honestPlaces),
  };
};
