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

it('reports an erased person whose data can be read', () =>
  expect(problemsAt('2027-03-12T07:00:00.000Z', canceled('Sick, sorry'), erased)).toEqual([
    'pavel was erased at 2027-03-12T00:00:00.000Z, but note can still be read',
  ]));

it('ignores an erasure that may have happened while the log was read', () =>
  expect(problemsAt('2027-03-12T05:00:00.000Z', canceled('Sick, sorry'), erased)).toEqual([]));

it('ignores people who are not erased', () =>
  expect(problemsAt('2027-03-12T07:00:00.000Z', canceled('Sick, sorry'))).toEqual([]));
