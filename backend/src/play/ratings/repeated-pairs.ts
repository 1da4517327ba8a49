import { DAY_MS } from '../../platform/kernel/local-time.js';

/** Copies an array into one with room for at least `minimumLength` rows. New rows are 0. */
export const withLength = (
  currentRows: Int32Array,
  minimumLength: number,
): Int32Array<ArrayBuffer> => {
  const longerRows = new Int32Array(Math.max(minimumLength, currentRows.length * 2));
  longerRows.set(currentRows);
  return longerRows;
};

/** The initial capacity; always a power of two. */
const INITIAL_CAPACITY = 1_024;

/**
 * Counts the meetings of the same two sides within a number of days, in a ring buffer by time.
 * Meetings are numbered from 1 and belong to the side with the smaller number.
 */
export class Meetings {
  private playedAt = new Float64Array(INITIAL_CAPACITY);
  private opponentSides = new Int32Array(INITIAL_CAPACITY);
  private previousMeetings = new Int32Array(INITIAL_CAPACITY);
  /** The latest meeting of each side; 0 if there is none. */
  private latestMeetings = new Int32Array(INITIAL_CAPACITY);
  private oldestMeeting = 1;
  private nextMeeting = 1;

  constructor(private readonly periodDays: number) {}

  /**
   * How many times both sides have met within the period, including this meeting. Meetings must
   * arrive in order of time.
   */
  countMeeting(firstSide: number, secondSide: number, playedTimestamp: number): number {
    if (this.periodDays === 0) return 1;
    this.forgetBefore(playedTimestamp - this.periodDays * DAY_MS);
    const lowerSide = Math.min(firstSide, secondSide);
    const higherSide = Math.max(firstSide, secondSide);
    if (lowerSide >= this.latestMeetings.length)
      this.latestMeetings = withLength(this.latestMeetings, lowerSide + 1);
    const earlierMeetings = this.countMeetings(lowerSide, higherSide);
    this.storeMeeting(lowerSide, higherSide, playedTimestamp);
    return earlierMeetings + 1;
  }

  private countMeetings(lowerSide: number, higherSide: number): number {
    const { opponentSides, previousMeetings, oldestMeeting } = this;
    const indexMask = opponentSides.length - 1;
    let meetingCount = 0;
    for (
      let meetingNumber = this.latestMeetings[lowerSide]!;
      meetingNumber >= oldestMeeting;
      meetingNumber = previousMeetings[meetingNumber & indexMask]!
    )
      if (opponentSides[meetingNumber & indexMask] === higherSide) meetingCount++;
    return meetingCount;
  }

  private forgetBefore(periodStart: number): void {
    const indexMask = this.playedAt.length - 1;
    while (
      this.oldestMeeting < this.nextMeeting &&
      this.playedAt[this.oldestMeeting & indexMask]! < periodStart
    )
      this.oldestMeeting++;
  }

  private storeMeeting(lowerSide: number, higherSide: number, playedTimestamp: number): void {
    if (this.nextMeeting - this.oldestMeeting === this.playedAt.length) this.doubleCapacity();
    const ringIndex = this.nextMeeting & (this.playedAt.length - 1);
    this.playedAt[ringIndex] = playedTimestamp;
    this.opponentSides[ringIndex] = higherSide;
    this.previousMeetings[ringIndex] = this.latestMeetings[lowerSide]!;
    this.latestMeetings[lowerSide] = this.nextMeeting++;
  }

  /**
   * Doubles the ring. Its content is written twice, so that each meeting is where a ring of the new
   * length looks for it.
   */
  private doubleCapacity(): void {
    const { playedAt, opponentSides, previousMeetings } = this;
    const ringCapacity = playedAt.length;
    [this.playedAt, this.opponentSides, this.previousMeetings] = [
      new Float64Array(ringCapacity * 2),
      new Int32Array(ringCapacity * 2),
      new Int32Array(ringCapacity * 2),
    ];
    for (const copyOffset of [0, ringCapacity]) {
      this.playedAt.set(playedAt, copyOffset);
      this.opponentSides.set(opponentSides, copyOffset);
      this.previousMeetings.set(previousMeetings, copyOffset);
    }
  }
}
