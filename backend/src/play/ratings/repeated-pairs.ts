import { DAY_MS } from './formula.js';
import { longer } from './rows.js';

/** Room for so many meetings at first; always a power of two. */
const ROOM = 1_024;

/**
 * How often the same two sides met within a span of days. Every meeting is kept in one ring, in order of time: with the instant, the
 * opponent, and the meeting before it of the same side. So memory is bounded by the most meetings of one span, and there is no object for
 * each. Meetings are numbered from 1 on, and noted with the side of the smaller number.
 */
export class Meetings {
  private playedAt = new Float64Array(ROOM);
  private opponents = new Int32Array(ROOM);
  private before = new Int32Array(ROOM);
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

  /** The ring is full: written twice, each meeting is also where a ring of twice the length looks for it. */
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
