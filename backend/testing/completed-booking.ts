import type { Booking, RequestBookingBody } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { review } from '../src/booking/reviews/review.js';
import { CommandHandling } from '../src/platform/kernel/command-handling.js';
import { systemContext } from '../src/platform/kernel/context.js';
import { MINUTE_MS, addDays, localDate } from '../src/platform/kernel/local-time.js';
import { ProcessRunner } from '../src/platform/processes/runner.js';
import type { Courtly, Member } from './courtly.js';
import { eventually } from './stores.js';

/** Moves the clock to an instant (UTC) and runs the work that is then due. */
export const moveClockTo = async (courtly: Courtly, instant: string): Promise<void> => {
  courtly.config.CLOCK_OFFSET_MS = Date.parse(instant) - Date.now();
  await courtly.app.get(ProcessRunner).sweep();
};

/**
 * Reveals the reviews of both sides as if the time to change them was over. Returns the position.
 */
export const revealReviews = async (
  { app, config }: Courtly,
  bookingId: string,
): Promise<string> => {
  const editMs = config.policy.reviewEditMinutes * MINUTE_MS;
  const at = new Date(Date.now() + config.CLOCK_OFFSET_MS + editMs).toISOString();
  const { position } = await app
    .get(CommandHandling, { strict: false })
    .handle(
      review,
      bookingId,
      { type: 'RevealReviews', data: { at } },
      systemContext(`reveal ${bookingId}`, at),
    );
  return position!;
};

/** Creates a confirmed booking for the next day. The policy must not require payment. */
export const createConfirmedBooking = async (
  courtly: Courtly,
  host: Member,
  court: CourtDetail,
  player: Member,
  requested: Partial<RequestBookingBody> = {},
): Promise<Booking> => {
  const today = localDate(court.zone, Date.now() + courtly.config.CLOCK_OFFSET_MS);
  const [slot] = await courtly.slots(court.id, addDays(today, 1));
  const { id } = (await courtly.book(player, court.id, slot!, requested).expect(201))
    .body as Booking;
  const response = host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' });
  const after = (await response.expect(200)).get('Courtly-Position')!;
  return (await player.agent.get(`/api/bookings/${id}`).set('Courtly-After', after).expect(200))
    .body as Booking;
};

/** Creates a completed booking and moves the clock to its end. */
export const createCompletedBooking = async (
  courtly: Courtly,
  host: Member,
  court: CourtDetail,
  player: Member,
  requested: Partial<RequestBookingBody> = {},
): Promise<Booking> => {
  const booking = await createConfirmedBooking(courtly, host, court, player, requested);
  await moveClockTo(courtly, booking.endTime);
  return eventually('the hour is completed', async () => {
    const { body } = await player.agent.get(`/api/bookings/${booking.id}`).expect(200);
    return (body as Booking).status === 'completed' && (body as Booking);
  });
};
