import { DAY_MS } from './formula.js';
import { longer } from './rows.js';

const FIELDS = 3;
/** Room for so many at first; always a power of two. */
const ROOM = 1_024;

/**
 * How often the same two sides met within a span of days. Every meeting is kept in one ring, in order of time, as the opponent, the instant
 * and the meeting before it of the same side: so memory is bounded by the most meetings of one span, and there is no object for each.
 * Meetings are numbered from 1 on, and noted with the side of the smaller number.
 */
export class Meetings {
  private room = ROOM;
  private ring = new Float64Array(ROOM * FIELDS);
  /** The latest meeting of each side, 0 without one. */
  private latest = new Int32Array(ROOM);
  private oldest = 1;
  private next = 1;

  constructor(private readonly days: number) {}

  /** The number of this meeting of two sides within the span, from 1 on. Meetings come in order of time. */
  meet(one: number, other: number, playedAt: number): number {
    if (this.days === 0) return 1;
    this.forgetBefore(playedAt - this.days * DAY_MS);
    const side = Math.min(one, other);
    const opponent = Math.max(one, other);
    if (side >= this.latest.length) this.latest = longer(this.latest, side + 1);
    let nth = 1;
    for (let past = this.latest[side]!; past >= this.oldest; past = this.ring[this.cellOf(past) + 2]!)
      if (this.ring[this.cellOf(past)] === opponent) nth++;
    this.note(side, opponent, playedAt);
    return nth;
  }

  private forgetBefore(since: number): void {
    while (this.oldest < this.next && this.ring[this.cellOf(this.oldest) + 1]! < since) this.oldest++;
  }

  private note(side: number, opponent: number, playedAt: number): void {
    if (this.next - this.oldest === this.room) this.grow();
    const cell = this.cellOf(this.next);
    this.ring[cell] = opponent;
    this.ring[cell + 1] = playedAt;
    this.ring[cell + 2] = this.latest[side]!;
    this.latest[side] = this.next++;
  }

  private grow(): void {
    const before = this.ring;
    const cells = Array.from({ length: this.room }, (_, index) => this.cellOf(this.oldest + index));
    this.room *= 2;
    this.ring = new Float64Array(this.room * FIELDS);
    for (const [index, cell] of cells.entries())
      this.ring.set(before.subarray(cell, cell + FIELDS), this.cellOf(this.oldest + index));
  }

  private cellOf(meeting: number): number {
    return (meeting & (this.room - 1)) * FIELDS;
  }
}
