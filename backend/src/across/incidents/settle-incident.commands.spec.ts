import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import { booking } from '../../booking/bookings/booking.js';
import { type Decider, type Message, foldAll } from '../../platform/kernel/decider.js';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Ids } from '../../platform/kernel/ids.js';
import type { Streams } from '../../platform/kernel/streams.js';
import {
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingMoved,
  bookingRequested,
} from '../../../testing/court-day.js';
import { incidentDecided, incidentReported, ofWeather } from '../../../testing/incident.js';
import { payBy } from '../../../testing/paid-booking.js';
import { type Incident, incident, incidentIdOf } from './incident.js';
import {
  SettleIncidentCommand,
  SettleIncidentHandler,
  WEATHER_REASON,
} from './settle-incident.commands.js';

const BOOKING_ID = 'roxbury-20270313-abcdefgh';
const AT = '2027-03-13T18:30:00.000Z';

const confirmed = {
  ...foldAll(booking, [
    bookingRequested({ payBy }),
    bookingAuthorised({ payBy }),
    bookingApproved({ payBy }),
  ])!,
  bookingId: BOOKING_ID,
};
const cancelledBy = (changes: Parameters<typeof bookingCancelled>[0]) =>
  booking.evolve(confirmed, bookingCancelled(changes));

/** The incident events that follow from an upheld weather claim. */
const outcomesOf = async (currentBooking: unknown, moveBy?: string) => {
  const decided = [
    incidentReported(ofWeather),
    incidentDecided(ofWeather, moveBy ? { moveBy } : {}),
  ]
    .map(({ type, data }) => ({ type, data: { ...data, bookingId: BOOKING_ID } }) as never)
    .reduce(incident.evolve, null as Incident | null);
  const weatherId = incidentIdOf(BOOKING_ID, 'weather', 'player');
  const streams = {
    load: async ({ category, initial }: { category: string; initial: unknown }, id: string) =>
      category === 'courtDay'
        ? { bookings: new Map([[BOOKING_ID, currentBooking]]) }
        : category === 'incident' && id === weatherId
          ? decided
          : initial,
  };
  const events: unknown[] = [];
  const handler = new SettleIncidentHandler(
    {
      handle: async (
        decider: Decider<Incident | null, Message, Message>,
        _: string,
        command: Message,
      ) => {
        if (decider.category === 'incident') events.push(...decider.decide(command, decided));
        return { state: decider.initial, position: null };
      },
    } as unknown as CommandHandling,
    streams as unknown as Streams,
    { derived: () => 'order-1' } as unknown as Ids,
    { policy: { id: 'standard-1', conduct: {} } } as unknown as Config,
  );
  await handler.execute(
    new SettleIncidentCommand({ incidentId: weatherId }, systemContext('a decision', AT)),
  );
  return events;
};

describe('an upheld weather claim', () => {
  const byOperator = { payBy, reason: 'operator_cancelled', note: WEATHER_REASON } as const;

  it.each([
    ['cancels the booking', confirmed, 'cancelled'],
    [
      'counts its own cancellation if it is settled only after a crash',
      cancelledBy(byOperator),
      'cancelled',
    ],
    ['does nothing if someone else canceled the booking', cancelledBy({ payBy }), 'nothing'],
    ['keeps a moved booking', booking.evolve(confirmed, bookingMoved({ payBy })), 'moved'],
  ])('%s', async (_, currentBooking, outcome) =>
    expect(await outcomesOf(currentBooking)).toMatchObject([
      { data: { outcome, refundCents: outcome === 'cancelled' ? 33_000 : 0 } },
    ]),
  );

  it('waits while the player can still move the hour', async () => {
    expect(await outcomesOf(confirmed, '2027-03-13T18:30:00.001Z')).toEqual([]);
    expect(await outcomesOf(confirmed, AT)).toMatchObject([{ data: { outcome: 'cancelled' } }]);
  });
});
