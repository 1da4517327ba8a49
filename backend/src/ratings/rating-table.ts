import { Estimates } from './estimates.js';
import type { Estimate, Formula, Standing } from './formula.js';
import { type Side, nthMeeting } from './repeated-pairs.js';

/** A player in one discipline: a skill, and an estimate for each surface played on. */
export type PlayerRating = Readonly<{ skill: Estimate; surfaces: ReadonlyMap<string, Estimate> }>;

/** Where a player's estimates are: the row of the skill, and those of surfaces by the number of the surface. */
export type Entry = Side & Readonly<{ skill: number; surfaces: (number | undefined)[] }>;

/** Everybody's standing in one discipline. A newcomer appears with the first question for them, as the formula starts them. */
export class RatingTable {
  private readonly estimates = new Estimates();
  private readonly entries = new Map<string, Entry>();
  private readonly surfaces = new Map<string, number>();
  private readonly partners = new Map<string, Side>();
  private readonly newOnSurface: Estimate;

  constructor(
    private readonly formula: Formula,
    private readonly guess: (playerId: string) => number | null,
  ) {
    this.newOnSurface = formula.start(null).onSurface;
  }

  entriesOf(playerIds: readonly string[]): Entry[] {
    const entries: Entry[] = [];
    for (const playerId of playerIds) entries.push(this.entries.get(playerId) ?? this.newEntry(playerId));
    return entries;
  }

  /** A surface by number, or -1 for none. */
  surfaceOf(surface: string | null): number {
    if (surface === null) return -1;
    const known = this.surfaces.get(surface);
    if (known !== undefined) return known;
    this.surfaces.set(surface, this.surfaces.size);
    return this.surfaces.size - 1;
  }

  standingsOf(members: readonly Entry[], surface: number): Standing[] {
    const standings: Standing[] = [];
    for (const { skill, surfaces } of members) {
      const row = surface < 0 ? undefined : surfaces[surface];
      const onSurface = row === undefined ? this.newOnSurface : this.estimates.get(row);
      standings.push({ skill: this.estimates.get(skill), onSurface });
    }
    return standings;
  }

  keep(members: readonly Entry[], surface: number, after: readonly Standing[]): void {
    for (let member = 0; member < members.length; member++) {
      const { skill, surfaces } = members[member]!;
      const standing = after[member]!;
      this.estimates.set(skill, standing.skill);
      if (surface < 0) continue;
      const row = surfaces[surface];
      if (row === undefined) surfaces[surface] = this.estimates.add(standing.onSurface);
      else this.estimates.set(row, standing.onSurface);
    }
  }

  /** The number of this meeting of the two sides, from 1 on. */
  meet(one: readonly Entry[], other: readonly Entry[], playedAt: number): number {
    return nthMeeting(this.sideOf(one), this.sideOf(other), playedAt, this.formula.repeatedPairDays);
  }

  rating(playerId: string): PlayerRating | null {
    const entry = this.entries.get(playerId);
    return entry ? this.ratingOf(entry) : null;
  }

  *players(): Generator<[playerId: string, rating: PlayerRating]> {
    for (const [playerId, entry] of this.entries) yield [playerId, this.ratingOf(entry)];
  }

  private newEntry(playerId: string): Entry {
    const skill = this.estimates.add(this.formula.start(this.guess(playerId)).skill);
    const entry: Entry = { number: this.entries.size, met: [], metAt: [], skill, surfaces: [] };
    this.entries.set(playerId, entry);
    return entry;
  }

  private sideOf(members: readonly Entry[]): Side {
    if (members.length === 1) return members[0]!;
    const numbers = members.map(({ number }) => number).sort((a, b) => a - b);
    const name = numbers.join();
    const side = this.partners.get(name) ?? { number: this.partners.size, met: [], metAt: [] };
    this.partners.set(name, side);
    return side;
  }

  private ratingOf({ skill, surfaces }: Entry): PlayerRating {
    const onSurfaces = new Map<string, Estimate>();
    for (const [name, surface] of this.surfaces) {
      const row = surfaces[surface];
      if (row !== undefined) onSurfaces.set(name, this.estimates.get(row));
    }
    return { skill: this.estimates.get(skill), surfaces: onSurfaces };
  }
}
