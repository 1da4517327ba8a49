import { Estimates } from './estimates.js';
import type { Estimate, Formula, Ratings, Rows, Sides, Standing } from './formula.js';
import { Meetings } from './repeated-pairs.js';
import { longer } from './rows.js';

/** A player's skill in one discipline and their offset on each surface they played on. */
export type PlayerRating = Readonly<{ skill: Estimate; surfaces: ReadonlyMap<string, Estimate> }>;

/** The shared offset row of players who never played on a surface. Never rated. */
const NEWCOMER = 0;

type WritableRows = { size: number; skills: number[]; offsets: number[] };

const noRows = (): WritableRows => ({ size: 0, skills: [], offsets: [] });

/**
 * All standings in one discipline. A player is added when first asked for; their number is the row
 * of their skill.
 */
export class RatingTable {
  readonly ratings: Ratings = { skills: new Estimates(), offsets: new Estimates() };
  private readonly numbers = new Map<string, number>();
  private readonly surfaces = new Map<string, number>();
  /** Offset rows by player, per surface; NEWCOMER if none. */
  private readonly offsetRows: Int32Array[] = [];
  private readonly partners = new Map<string, number>();
  private readonly meetings: Meetings;
  private readonly newOnSurface: Estimate;
  /** Reused for every match, because there are millions. */
  private readonly sides = [noRows(), noRows()] as const;

  constructor(
    private readonly formula: Formula,
    private readonly guess: (playerId: string) => number | null,
  ) {
    this.newOnSurface = formula.start(null).onSurface;
    this.ratings.offsets.add(this.newOnSurface);
    this.meetings = new Meetings(formula.repeatedPairDays);
  }

  /**
   * The rows of both sides, valid until the next call. Players new to a surface share the
   * newcomers' row, or get their own if `toRate`.
   */
  rowsOf(sides: Sides<readonly string[]>, surface: string | null, toRate: boolean): Sides<Rows> {
    const number = surface === null ? -1 : this.surfaceOf(surface);
    this.fill(this.sides[0], sides[0], number, toRate);
    this.fill(this.sides[1], sides[1], number, toRate);
    return this.sides;
  }

  standingsOf({ size, skills, offsets }: Rows): Standing[] {
    const { ratings } = this;
    return Array.from({ length: size }, (_, member) => ({
      skill: ratings.skills.get(skills[member]!),
      onSurface: ratings.offsets.get(offsets[member]!),
    }));
  }

  /** The number of this meeting of both sides, from 1. */
  meet([one, other]: Sides<Rows>, playedAt: number): number {
    return this.meetings.meet(this.sideOf(one), this.sideOf(other), playedAt);
  }

  rating(playerId: string): PlayerRating | null {
    const number = this.numbers.get(playerId);
    return number === undefined ? null : this.ratingOf(number);
  }

  *players(): Generator<[playerId: string, rating: PlayerRating]> {
    for (const [playerId, number] of this.numbers) yield [playerId, this.ratingOf(number)];
  }

  private surfaceOf(surface: string): number {
    const known = this.surfaces.get(surface);
    if (known !== undefined) return known;
    this.surfaces.set(surface, this.surfaces.size);
    return this.offsetRows.push(new Int32Array(1_024)) - 1;
  }

  private fill(
    rows: WritableRows,
    playerIds: readonly string[],
    surface: number,
    toRate: boolean,
  ): void {
    rows.size = playerIds.length;
    for (let member = 0; member < playerIds.length; member++) {
      const playerId = playerIds[member]!;
      const number = this.numbers.get(playerId) ?? this.newNumber(playerId);
      rows.skills[member] = number;
      rows.offsets[member] = surface < 0 ? NEWCOMER : this.offsetRow(number, surface, toRate);
    }
  }

  private offsetRow(number: number, surface: number, toRate: boolean): number {
    const rows = this.offsetRows[surface]!;
    const row = number < rows.length ? rows[number]! : NEWCOMER;
    return row === NEWCOMER && toRate ? this.newOffset(number, surface) : row;
  }

  private newOffset(number: number, surface: number): number {
    const rows = this.offsetRows[surface]!;
    const long = number < rows.length ? rows : longer(rows, number + 1);
    this.offsetRows[surface] = long;
    return (long[number] = this.ratings.offsets.add(this.newOnSurface));
  }

  private newNumber(playerId: string): number {
    const number = this.ratings.skills.add(this.formula.start(this.guess(playerId)).skill);
    this.numbers.set(playerId, number);
    return number;
  }

  /** The number of a side: that of a single player, or one per pair. */
  private sideOf({ size, skills }: Rows): number {
    if (size === 1) return skills[0]!;
    const name = skills
      .slice(0, size)
      .sort((a, b) => a - b)
      .join();
    const side = this.partners.get(name) ?? this.partners.size;
    this.partners.set(name, side);
    return side;
  }

  private ratingOf(number: number): PlayerRating {
    const { skills, offsets } = this.ratings;
    const onSurfaces = new Map<string, Estimate>();
    for (const [name, surface] of this.surfaces) {
      const row = this.offsetRow(number, surface, false);
      if (row !== NEWCOMER) onSurfaces.set(name, offsets.get(row));
    }
    return { skill: skills.get(number), surfaces: onSurfaces };
  }
}
