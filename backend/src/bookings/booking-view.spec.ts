import { expect, it } from '@jest/globals';
import type { Actor, Recorded } from '../kernel/events.js';
import { approved, cancelled, requested } from '../testing/court-day.js';
import { booking } from './booking.js';
import type { BookingEvent } from './booking.events.js';
import { historyView } from './booking-view.js';

const note = 'Write to pavel@example.org';
const player: Actor = { id: 'pavel', role: 'player' };
const host: Actor = { id: 'hana', role: 'owner' };

/** The notes in the history of a booking, as one side reads them. */
const notesFor = (viewer: Actor, ...events: BookingEvent[]): unknown[] => {
  const recorded = events.map((event) => ({ ...event, metadata: { actor: player, at: '' } }) as unknown as Recorded);
  const state = events.reduce(booking.evolve, null)!;
  return historyView(recorded, state, viewer).flatMap(({ details }) => details['note'] ?? []);
};

it('the history tells a host no way to reach a player whom the host never confirmed', () => {
  expect(notesFor(host, requested(), cancelled({ note }))).toEqual(['Write to •••']);
  expect(notesFor(host, requested(), approved(), cancelled({ note }))).toEqual([note]);
});

it('the history keeps nothing from the player', () => {
  expect(notesFor(player, requested(), cancelled({ note }))).toEqual([note]);
});
