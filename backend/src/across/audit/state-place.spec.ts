import { expect, it } from '@jest/globals';
import { courtIdsIn, placeOf } from './state-place.js';

it('finds the court of a state and its zone, with the offsets of all instants', () => {
  const state = {
    courtId: 'roxbury',
    zone: 'America/Los_Angeles',
    startTime: '2027-03-13T18:00:00.000Z',
    payment: { capturedAt: '2027-03-15T18:00:00Z' },
  };
  expect(courtIdsIn(state)).toEqual(['roxbury']);
  const { zone, zoneOffsets } = placeOf(state)!;
  expect([zone, zoneOffsets.map(({ offset }) => offset)]).toEqual([
    'America/Los_Angeles',
    ['-08:00', '-07:00'],
  ]);
});

it.each(['2027-13-01T00:00:00Z', '9999-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
  'ignores a note that looks like an instant: %s',
  (note) => {
    const state = { zone: 'America/Los_Angeles', startTime: '2027-03-10T18:00:00.000Z' };
    expect(placeOf({ ...state, notes: note })).toEqual(placeOf(state));
    expect(placeOf({ zone: state.zone, notes: note })).toEqual({
      zone: state.zone,
      zoneOffsets: [],
    });
  },
);

it('finds nothing in a state without a court', () => {
  expect([courtIdsIn({ username: 'pavel' }), placeOf({ username: 'pavel' })]).toEqual([[], null]);
  expect([courtIdsIn(null), placeOf(null)]).toEqual([[], null]);
});
