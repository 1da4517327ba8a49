import { type ShownFormula } from '@courtly/backend/play/rankings/formulas';
import { rankingOf } from '@courtly/backend/play/rankings/replayed-ranking';
import { RatingFold } from '@courtly/backend/play/ratings/fold';
import {
  type Discipline,
  type RatedMatch,
  type Sides,
  byRatingOrder,
} from '@courtly/backend/play/ratings/formula';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const END = START + 365 * DAY_MS;

/** Honest players, and how many matches each of them plays in the year, on average. */
const POPULATION = { players: 200, matchesPerPlayer: 24 };
/** The spread of skill, and of a player's form on the day, in points. */
const [SKILL_DEVIATION, FORM_DEVIATION] = [1, 1];
/** The skill of an average player in points. The attacker has this skill. */
const AVERAGE = 4;
const ATTACKER = 'attacker';

type Hour = Readonly<{
  at: number;
  sides: Sides<readonly string[]>;
  games: readonly [number, number];
  silent?: readonly string[];
}>;

/** A seeded year of a club, to which an attack adds its own matches. */
type Club = Readonly<{ random: () => number; skills: readonly number[]; hours: readonly Hour[] }>;

/** Adds matches, each of which is a booked hour. */
type Scheme = (club: Club) => Hour[];

/** `silence` is the share of honest matches that the opponents do not answer. */
export type Attack = Readonly<{
  name: string;
  schemes: readonly Scheme[];
  discipline?: Discipline;
  silence?: number;
}>;

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
  sides: Hour['sides'],
  skillLead: number,
): Hour => {
  const gameCount = 12 + Math.floor(random() * 5);
  const lead = skillLead + FORM_DEVIATION * normal(random);
  const winShare = 1 / (1 + 1.5 ** -lead);
  let won = 0;
  for (let game = 0; game < gameCount; game++) if (random() < winShare) won++;
  return { at, sides, games: [won, gameCount - won] };
};

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const member = (index: number) => `member ${index}`;

/** Active members play more, and mostly with others of about their strength. */
const clubYear = (seed: number, discipline: Discipline, silence: number): Club => {
  const random = randomFrom(seed);
  const { players, matchesPerPlayer } = POPULATION;
  const skills = Array.from({ length: players }, () => AVERAGE + SKILL_DEVIATION * normal(random));
  const activities = skills.map(() => 0.3 + 1.7 * random());
  const pickPlayer = (): number => {
    const index = Math.floor(random() * players);
    return random() * 2 < activities[index]! ? index : pickPlayer();
  };
  const pickOther = ([own, ...others]: readonly number[]): number => {
    const other = pickPlayer();
    const isLikely = random() < Math.exp(-((skills[own!]! - skills[other]!) ** 2) / 2);
    return isLikely && ![own, ...others].includes(other) ? other : pickOther([own!, ...others]);
  };
  const teamSize = discipline === 'singles' ? 1 : 2;
  const hours = Array.from({ length: (players * matchesPerPlayer) / 2 / teamSize }, () => {
    const picked = [pickPlayer()];
    while (picked.length < 2 * teamSize) picked.push(pickOther(picked));
    const teams = [picked.slice(0, teamSize), picked.slice(teamSize)] as const;
    const [own, other] = teams.map((team) => mean(team.map((index) => skills[index]!)));
    const hour = playHour(
      random,
      START + random() * 365 * DAY_MS,
      [teams[0].map(member), teams[1].map(member)],
      own! - other!,
    );
    return silence > 0 && random() < silence ? { ...hour, silent: hour.sides[1] } : hour;
  });
  return { random, skills, hours };
};

const madeUpWin = (at: number, loser: string): Hour => ({
  at,
  sides: [[ATTACKER], [loser]],
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
      return playHour(random, at, [[ATTACKER], [member(other)]], AVERAGE - skills[other]!);
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
 * Accounts that play each other in rounds, so that they become established, and then lose.
 * `bridges` of them also play one real match.
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
            sides: [[`ring ${own}`], [`ring ${other}`]],
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
      const sides = [[`ring ${index}`], [member(50 + index)]] as const;
      return playHour(random, at, sides, AVERAGE - skills[50 + index]!);
    }),
  ];

/** The times of made-up matches at regular intervals: one a month with each of `count` members. */
const monthly = (count: number, index: number) =>
  END - (5 + 31 * Math.floor(index / count)) * DAY_MS;

/** Made-up wins against established members who do not answer. */
const silentMembers =
  (count: number, wins: number): Scheme =>
  () =>
    repeat(count * wins, (index) => {
      const victim = member(index % count);
      return { ...madeUpWin(monthly(count, index), victim), silent: [victim] };
    });

/** The accounts of a ring name members who do not answer, so that the club seems to know them. */
const silentBridges =
  (accounts: number): Scheme =>
  () =>
    repeat(accounts, (index) => {
      const victim = member(50 + index);
      return {
        at: START + (100 + index) * DAY_MS,
        sides: [[`ring ${index}`], [victim]],
        games: [8, 8],
        silent: [victim],
      };
    });

/** Doubles with an accomplice as partner against members who do not answer. */
const silentPairs =
  (count: number, wins: number): Scheme =>
  () =>
    repeat(count * wins, (index) => {
      const victims = [member((2 * index) % (2 * count)), member((2 * index + 1) % (2 * count))];
      return {
        at: monthly(count, index),
        sides: [[ATTACKER, 'partner'], victims],
        games: [60, 0],
        silent: victims,
      };
    });

/** Doubles in which one opponent is an accomplice who agrees, and the other does not answer. */
const silentSecondOpponents =
  (count: number, wins: number): Scheme =>
  () =>
    repeat(count * wins, (index) => {
      const victim = member(index % count);
      return {
        at: monthly(count, index),
        sides: [
          [ATTACKER, 'partner'],
          ['accomplice', victim],
        ],
        games: [60, 0],
        silent: [victim],
      };
    });

/** Doubles that the attacker really plays with and against random members. */
const honestDoubles =
  (count: number): Scheme =>
  ({ random, skills }) =>
    repeat(count, () => {
      const first = Math.floor(random() * (skills.length - 2));
      const [partner, left, right] = [first, first + 1, first + 2];
      const lead = (AVERAGE + skills[partner]! - skills[left]! - skills[right]!) / 2;
      const at = START + random() * 365 * DAY_MS;
      return playHour(
        random,
        at,
        [
          [ATTACKER, member(partner)],
          [member(left), member(right)],
        ],
        lead,
      );
    });

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
  { name: '8 silent members, 4 times', schemes: [silentMembers(8, 4)] },
  {
    name: '20 silent members, twice, 10 real matches',
    schemes: [silentMembers(20, 2), honestHours(10)],
  },
  {
    name: 'a ring of 5 that names silent members, 10 real matches',
    schemes: [ring(5, 4, 5), silentBridges(5), honestHours(10)],
  },
  {
    name: 'doubles: 10 silent pairs, 4 times, 10 real matches',
    discipline: 'doubles',
    schemes: [silentPairs(10, 4), honestDoubles(10)],
  },
  {
    name: 'doubles: an accomplice and 20 silent members, twice, 10 real matches',
    discipline: 'doubles',
    schemes: [silentSecondOpponents(20, 2), honestDoubles(10)],
  },
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

/** A third of the honest matches count without an answer. */
export const silentClub: Attack = { ...noAttack, silence: 1 / 3 };

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
  { schemes, discipline = 'singles', silence = 0 }: Attack,
  seed: number,
): AttackOutcome => {
  const club = clubYear(seed, discipline, silence);
  const attackHours = schemes.flatMap((scheme) => scheme(club));
  const matches = [...club.hours, ...attackHours].map(
    ({ at, sides, games, silent = [] }, index): RatedMatch => ({
      matchId: String(index),
      playedAt: Math.floor(at),
      position: index,
      discipline,
      surface: 'hard',
      sides,
      games,
      winner: games[0] === games[1] ? null : games[0] > games[1] ? 0 : 1,
      hours: 1,
      weight: sides[1].every((opponent) => silent.includes(opponent))
        ? { value: 0.7, reasons: ['auto_confirmed'] }
        : { value: 1, reasons: ['confirmed'] },
      silent,
    }),
  );
  const fold = new RatingFold(formula.formula);
  for (const match of matches.sort(byRatingOrder)) fold.rateMatch(match);
  const ranking = rankingOf(fold, formula, discipline, END);
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
