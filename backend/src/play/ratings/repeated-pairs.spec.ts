import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS } from './formula.js';
import { Meetings } from './repeated-pairs.js';

type Meeting = Readonly<{ one: number; other: number; playedAt: number }>;

const pairOf = ({ one, other }: Meeting) => [Math.min(one, other), Math.max(one, other)].join();

/** The specification, computed without state. */
const counted = (meetings: readonly Meeting[], days: number): number[] =>
  meetings.map((meeting, itemIndex) => {
    const since = meeting.playedAt - days * DAY_MS;
    const before = meetings
      .slice(0, itemIndex)
      .filter((past) => pairOf(past) === pairOf(meeting) && past.playedAt >= since);
    return days === 0 ? 1 : 1 + before.length;
  });

const numbersOf = (meetings: readonly Meeting[], days: number): number[] => {
  const kept = new Meetings(days);
  return meetings.map(({ one, other, playedAt }) => kept.countMeeting(one, other, playedAt));
};

describe("a meeting's number", () => {
  it('counts the meetings of the same sides within the period, regardless of other meetings', () => {
    const step = fc.record({
      one: fc.nat(5),
      far: fc.integer({ min: 1, max: 5 }),
      hours: fc.nat(30),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 200 }),
        fc.constantFrom(0, 1, 3, 30),
        (steps, days) => {
          let playedTimestamp = 0;
          const meetings = steps.map(({ one, far, hours }) => ({
            one,
            other: (one + far) % 6,
            playedAt: (playedTimestamp += (hours * DAY_MS) / 24),
          }));
          expect(numbersOf(meetings, days)).toEqual(counted(meetings, days));
        },
      ),
    );
  });

  it('stays correct for thousands of meetings and sides over years', () => {
    const meetings = Array.from({ length: 12_000 }, (_, itemIndex) => ({
      one: itemIndex % 2_000,
      other: 2_000 + (itemIndex % 5),
      playedAt: itemIndex * (itemIndex < 6_000 ? DAY_MS / 200 : DAY_MS),
    }));
    const days = 30;
    const numbers = numbersOf(meetings, days);
    expect(Math.max(...numbers)).toBe(3);
    const seen = new Map<string, number[]>();
    for (const [itemIndex, meeting] of meetings.entries()) {
      const times = seen.get(pairOf(meeting)) ?? [];
      const recent = times.filter((time) => time >= meeting.playedAt - days * DAY_MS);
      expect(numbers[itemIndex]).toBe(1 + recent.length);
      seen.set(pairOf(meeting), [...recent, meeting.playedAt]);
    }
  });
});
