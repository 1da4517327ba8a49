import { expect, it } from '@jest/globals';
import type { Message } from '../platform/kernel/decider.js';
import { auditFindings, openedClub } from '../../testing/audited-log.js';
import { bookingCancelled, bookingRequested } from '../../testing/court-day.js';

const erased: Message = {
  type: 'AccountErased',
  data: { userId: 'pavel', erasedAt: '2027-03-12T00:00:00.000Z' },
};
const canceled = (note: string) => bookingCancelled({ note, noteBy: 'pavel' });
const problemsAt = (instant: string, ...events: Message[]) =>
  auditFindings(instant, ...openedClub, bookingRequested(), ...events).violations;

it('accepts an erased person whose data is gone', () =>
  expect(problemsAt('2027-03-12T07:00:00.000Z', canceled(''), erased)).toEqual([]));

it('verify reports an erased person whose data can be read', () =>
  expect(problemsAt('2027-03-12T07:00:00.000Z', canceled('Sick, sorry'), erased)).toEqual([
    'pavel was erased at 2027-03-12T00:00:00.000Z, but note can still be read',
  ]));

it('reports an event after the erasure that can be read', () =>
  expect(problemsAt('2027-03-12T07:00:00.000Z', erased, canceled('Sick, sorry'))).toEqual([
    'pavel was erased at 2027-03-12T00:00:00.000Z, but note can still be read',
  ]));

it('reports an application of an erased person that can be read', () => {
  const { type, data }: Message = {
    type: 'PlayerApplied',
    data: {
      applicationId: 'application1',
      userId: 'pavel',
      fullName: 'Pavel Ace',
      email: '',
      city: '',
      skillLevel: 'Advanced',
      otherClubs: '',
      whyJoin: '',
    },
  };
  expect(problemsAt('2027-03-12T07:00:00.000Z', canceled(''), { type, data }, erased)).toEqual([
    'pavel was erased at 2027-03-12T00:00:00.000Z, but fullName can still be read',
  ]);
});

it('ignores an erasure that may have happened while the log was read', () =>
  expect(problemsAt('2027-03-12T05:00:00.000Z', canceled('Sick, sorry'), erased)).toEqual([]));

it('ignores people who are not erased', () =>
  expect(problemsAt('2027-03-12T07:00:00.000Z', canceled('Sick, sorry'))).toEqual([]));
