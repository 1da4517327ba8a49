import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Meetings } from './repeated-pairs.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

type Meeting = Readonly<{ firstSide: number; secondSide: number; playedAt: number }>;

const pairOf = ({ firstSide, secondSide }: Meeting) =>
  [Math.min(firstSide, secondSide), Math.max(firstSide, secondSide)].join();

/** The specification, computed without state. */
const counted = (meetings: readonly Meeting[], days: number): number[] =>
  meetings.map((meeting, index) => {
    const since = meeting.playedAt - days * DAY_MS;
    const earlierMeetings = meetings
      .slice(0, index)
      .filter((past) => pairOf(past) === pairOf(meeting) && past.playedAt >= since);
    return days === 0 ? 1 : 1 + earlierMeetings.length;
  });

const numbersOf = (meetings: readonly Meeting[], days: number): number[] => {
  const keptMeetings = new Meetings(days);
  return meetings.map(({ firstSide, secondSide, playedAt }) =>
    keptMeetings.countMeeting(firstSide, secondSide, playedAt),
  );
};

describe("a meeting's number", () => {
  it('counts the meetings of the same sides within the period, and no others', () => {
    const step = fc.record({
      firstSide: fc.nat(5),
      far: fc.integer({ min: 1, max: 5 }),
      hours: fc.nat(30),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 200 }),
        fc.constantFrom(0, 1, 3, 30),
        (steps, days) => {
          let playedTimestamp = 0;
          const meetings = steps.map(({ firstSide, far, hours }) => ({
            firstSide,
            secondSide: (firstSide + far) % 6,
            playedAt: (playedTimestamp += (hours * DAY_MS) / 24),
          }));
          expect(numbersOf(meetings, days)).toEqual(counted(meetings, days));
        },
      ),
    );
  });

  it('stays correct for thousands of meetings and sides over years', () => {
    const meetings = Array.from({ length: 12_000 }, (_, index) => ({
      firstSide: index % 2_000,
      secondSide: 2_000 + (index % 5),
      playedAt: index * (index < 6_000 ? DAY_MS / 200 : DAY_MS),
    }));
    const days = 30;
    const numbers = numbersOf(meetings, days);
    expect(Math.max(...numbers)).toBe(3);
    const playedTimes = new Map<string, number[]>();
    for (const [index, meeting] of meetings.entries()) {
      const times = playedTimes.get(pairOf(meeting)) ?? [];
      const recent = times.filter((time) => time >= meeting.playedAt - days * DAY_MS);
      expect(numbers[index]).toBe(1 + recent.length);
      playedTimes.set(pairOf(meeting), [...recent, meeting.playedAt]);
    }
  });
});
