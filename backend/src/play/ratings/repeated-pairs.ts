import { DAY_MS } from './formula.js';
import { longer } from './rows.js';

/** The initial capacity; always a power of two. */
const ROOM = 1_024;

/**
 * Counts meetings of the same two sides within a number of days. Meetings are in one ring buffer
 * ordered by time, with instant, opponent, and the side's previous meeting, so memory is bounded by
 * the meetings of one period. They are numbered from 1 and belong to the side with the smaller
 * number.
 */
export class Meetings {
  private playedAt = new Float64Array(ROOM);
  private opponents = new Int32Array(ROOM);
  private before = new Int32Array(ROOM);
  /** The latest meeting of each side; 0 for none. */
  private latest = new Int32Array(ROOM);
  private oldest = 1;
  private next = 1;

  constructor(private readonly days: number) {}

  /**
   * The number of this meeting of both sides within the period, from 1. Meetings arrive in order of
   * time.
   */
  meet(one: number, other: number, playedAt: number): number {
    if (this.days === 0) return 1;
    this.forgetBefore(playedAt - this.days * DAY_MS);
    const side = Math.min(one, other);
    const opponent = Math.max(one, other);
    if (side >= this.latest.length) this.latest = longer(this.latest, side + 1);
    const earlier = this.countOf(side, opponent);
    this.note(side, opponent, playedAt);
    return earlier + 1;
  }

  private countOf(side: number, opponent: number): number {
    const { opponents, before, oldest } = this;
    const mask = opponents.length - 1;
    let count = 0;
    for (let meeting = this.latest[side]!; meeting >= oldest; meeting = before[meeting & mask]!)
      if (opponents[meeting & mask] === opponent) count++;
    return count;
  }

  private forgetBefore(since: number): void {
    const mask = this.playedAt.length - 1;
    while (this.oldest < this.next && this.playedAt[this.oldest & mask]! < since) this.oldest++;
  }

  private note(side: number, opponent: number, playedAt: number): void {
    if (this.next - this.oldest === this.playedAt.length) this.grow();
    const at = this.next & (this.playedAt.length - 1);
    this.playedAt[at] = playedAt;
    this.opponents[at] = opponent;
    this.before[at] = this.latest[side]!;
    this.latest[side] = this.next++;
  }

  /**
   * Doubles the ring. Writing it twice puts each meeting where a ring of the new length looks for
   * it.
   */
  private grow(): void {
    const { playedAt, opponents, before } = this;
    const room = playedAt.length;
    [this.playedAt, this.opponents, this.before] = [
      new Float64Array(room * 2),
      new Int32Array(room * 2),
      new Int32Array(room * 2),
    ];
    for (const start of [0, room]) {
      this.playedAt.set(playedAt, start);
      this.opponents.set(opponents, start);
      this.before.set(before, start);
    }
  }
}
