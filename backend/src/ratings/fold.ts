import type { Discipline, Estimate, Formula, RatedMatch, Sides, Standing, Weight } from './formula.js';
import { repeatedPairs } from './repeated-pairs.js';

/** What one match did to one player, and why: kept so that every change can be explained. Shares are the player's own. */
export type Receipt = Readonly<{
  matchId: string;
  playerId: string;
  discipline: Discipline;
  surface: string | null;
  formula: string;
  before: Standing;
  expected: number;
  actual: number;
  weight: Weight;
  held: boolean;
  after: Standing;
}>;

/** A player in one discipline: a skill, and an estimate for each surface played on. */
export type PlayerRating = Readonly<{ skill: Estimate; surfaces: ReadonlyMap<string, Estimate> }>;

type Options = Readonly<{
  /** A first guess on the shown scale for a player who is rated for the first time; null where there is none. */
  guess?: (playerId: string, discipline: Discipline) => number | null;
  /** Hears what every match did, in order; receipts are kept nowhere else. */
  onReceipt?: (receipt: Receipt) => void;
}>;

/** Ratings as they grow match by match. */
export type RatingFold = Readonly<{
  /** Rates one match. Matches come in the order of `inOrder`. */
  rate(match: RatedMatch): void;
  /** The probability that side 0 wins, as far as the matches so far tell. */
  forecast(match: Omit<RatedMatch, 'games' | 'winner' | 'weight'>): number;
  players(discipline: Discipline): ReadonlyMap<string, PlayerRating>;
}>;

type Entry = { number: number; skill: Estimate; surfaces: Map<string, Estimate> };

/** Room for so many players or pairs of partners, so that two of their numbers make one whole number. */
const MOST_SIDES = 2 ** 26;

const tableOf = (formula: Formula, discipline: Discipline, guess: NonNullable<Options['guess']>) => {
  const players = new Map<string, Entry>();
  const partners = new Map<string, number>();
  const pairs = repeatedPairs(formula.repeatedPairDays);
  const newcomer = formula.start(null);

  const entryOf = (playerId: string): Entry => {
    let entry = players.get(playerId);
    if (!entry) {
      const { skill } = formula.start(guess(playerId, discipline));
      players.set(playerId, (entry = { number: players.size, skill, surfaces: new Map() }));
    }
    return entry;
  };
  const numberOf = (side: readonly Entry[]): number => {
    if (side.length === 1) return side[0]!.number;
    const members = side.map(({ number }) => number).sort((a, b) => a - b);
    const name = members.join();
    const known = partners.get(name) ?? partners.size;
    if (known === partners.size) partners.set(name, known);
    return known;
  };
  return {
    players,
    entriesOf: (side: readonly string[]): Entry[] => side.map(entryOf),
    standingOf: ({ skill, surfaces }: Entry, surface: string | null): Standing => ({
      skill,
      onSurface: (surface === null ? undefined : surfaces.get(surface)) ?? newcomer.onSurface,
    }),
    /** The number of this meeting of the two sides, from 1 on. */
    meet([one, other]: Sides<readonly Entry[]>, playedAt: number): number {
      const [a, b] = [numberOf(one), numberOf(other)];
      return pairs.meet(Math.min(a, b) * MOST_SIDES + Math.max(a, b), playedAt);
    },
  };
};

const repeated = ({ value, reasons }: Weight, nth: number): Weight =>
  nth === 1 ? { value, reasons } : { value: value / Math.sqrt(nth), reasons: [...reasons, 'repeated_pair'] };

/**
 * Begins ratings by a formula, from nothing. A match of weight 0 moves nobody and is no meeting. A match that is withdrawn is
 * left out of a fold from the beginning.
 */
export const ratingFold = (formula: Formula, { guess = () => null, onReceipt }: Options = {}): RatingFold => {
  const tables = {
    singles: tableOf(formula, 'singles', guess),
    doubles: tableOf(formula, 'doubles', guess),
  };
  const keep = (entry: Entry, surface: string | null, { skill, onSurface }: Standing) => {
    entry.skill = skill;
    if (surface !== null) entry.surfaces.set(surface, onSurface);
  };
  return {
    rate(match) {
      const { discipline, surface, playedAt } = match;
      const table = tables[discipline];
      const entries: Sides<Entry[]> = [table.entriesOf(match.sides[0]), table.entriesOf(match.sides[1])];
      const standings = (side: Entry[]) => side.map((entry) => table.standingOf(entry, surface));
      const before: Sides<Standing[]> = [standings(entries[0]), standings(entries[1])];
      const counts = match.weight.value > 0;
      const weight = counts ? repeated(match.weight, table.meet(entries, playedAt)) : match.weight;
      const { expected, actual, held, after } = formula.rate(before, match, weight.value);
      for (const side of [0, 1] as const)
        for (let member = 0; member < entries[side].length; member++) {
          if (counts) keep(entries[side][member]!, surface, after[side][member]!);
          onReceipt?.({
            matchId: match.matchId,
            playerId: match.sides[side][member]!,
            discipline,
            surface,
            formula: formula.id,
            before: before[side][member]!,
            expected: side === 0 ? expected : 1 - expected,
            actual: side === 0 ? actual : 1 - actual,
            weight,
            held,
            after: counts ? after[side][member]! : before[side][member]!,
          });
        }
    },
    forecast: (match) => {
      const table = tables[match.discipline];
      const standings = (side: readonly string[]) =>
        table.entriesOf(side).map((entry) => table.standingOf(entry, match.surface));
      return formula.forecast([standings(match.sides[0]), standings(match.sides[1])], match);
    },
    players: (discipline) => tables[discipline].players,
  };
};
