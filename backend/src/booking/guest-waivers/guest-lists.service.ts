import type { BookingGuests, GuestWaiver } from '@courtly/contracts/guest-waivers';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { person } from '../../people/identity/person.js';
import { currentWaiver, waiverTextOf } from '../../people/waivers/waiver-text.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Booking } from '../bookings/booking.js';
import { bookingOffsets } from '../bookings/booking-view.js';
import { loadBooking } from '../bookings/load-booking.js';
import { court as courtDecider } from '../courts/court.js';
import { GuestWaiverTokens } from './guest-waiver-tokens.service.js';
import { guestsView, mostGuestsOf, takesGuests } from './guest-waiver-view.js';
import {
  type Guest,
  type GuestWaivers,
  guestAt,
  guestWaivers,
  invalidLink,
} from './guest-waivers.js';

const closedBooking = ({ status }: Booking) =>
  new DomainError(
    'wrong_status',
    status === 'pending'
      ? 'You can add guests once the booking is confirmed.'
      : 'Guests can no longer be added to this booking.',
    { status },
  );

/** Checks shared by the commands and queries about a booking's guests. Reads current streams. */
@Injectable()
export class GuestLists {
  constructor(
    private readonly streams: Streams,
    private readonly guestWaiverTokens: GuestWaiverTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Guests can be removed at any time.
   * @throws DomainError not_found
   */
  async ownBooking(bookingId: string, playerId: string): Promise<Booking> {
    const booking = await loadBooking(this.streams, bookingId);
    if (booking?.playerId !== playerId) throw notFound('booking');
    return booking;
  }

  /**
   * The booking, if its guests can get links now.
   * @throws DomainError not_found, wrong_status
   */
  async openBooking(bookingId: string, playerId: string, at: string): Promise<Booking> {
    const booking = await this.ownBooking(bookingId, playerId);
    if (this.config.policy.guestWaivers === 'off')
      throw new DomainError('wrong_status', "Guests don't need to sign the waiver.", {
        status: 'off',
      });
    if (!takesGuests(booking, at)) throw closedBooking(booking);
    return booking;
  }

  /** @throws DomainError not_found */
  async guestOf(bookingId: string, guestId: string): Promise<Guest> {
    const guest = guestAt((await this.streams.load(guestWaivers, bookingId)).guests, guestId);
    if (!guest) throw notFound('guest');
    return guest;
  }

  /** The maximum number of guests, not counting the player. */
  async mostGuests({ courtId }: Pick<Booking, 'courtId'>): Promise<number> {
    return mostGuestsOf((await this.streams.load(courtDecider, courtId))!);
  }

  async view(
    booking: Booking,
    guestState: GuestWaivers,
    userId: string,
    at: string,
  ): Promise<BookingGuests> {
    return guestsView(booking, guestState, {
      userId,
      at,
      rule: this.config.policy.guestWaivers,
      mostGuests: await this.mostGuests(booking),
      tokenOf: (guestLink) => this.guestWaiverTokens.tokenOf(guestLink),
    });
  }

  /**
   * The booking and guest behind a link that works.
   * @throws DomainError not_found for a link that is invalid, revoked, replaced, or expired
   */
  async guestBehind(token: string, at: string) {
    const { bookingId, guestId, link } = this.guestWaiverTokens.readToken(token);
    const [booking, { guests }] = await Promise.all([
      loadBooking(this.streams, bookingId),
      this.streams.load(guestWaivers, bookingId),
    ]);
    const guest = guestAt(guests, guestId);
    if (!booking || guest?.link !== link || this.config.policy.guestWaivers === 'off')
      throw invalidLink();
    if (!takesGuests(booking, at))
      throw new DomainError(
        'not_found',
        'This link has expired because the hour is over or was canceled.',
      );
    return { booking, guest };
  }

  /** A link reveals only what its holder needs, because anyone could receive it. */
  async guestWaiverView(booking: Booking, { signature }: Guest): Promise<GuestWaiver> {
    const [court, player] = await Promise.all([
      this.streams.load(courtDecider, booking.courtId),
      this.streams.load(person, booking.playerId),
    ]);
    const { version, text, textHash, adultAge } =
      (signature && waiverTextOf(signature.version)) ?? currentWaiver;
    return {
      courtName: court?.name ?? '',
      startTime: booking.startTime,
      endTime: booking.endTime,
      zone: booking.zone,
      zoneOffsets: bookingOffsets(booking),
      invitedBy: player?.firstName ?? '',
      version,
      text,
      textHash,
      adultAge,
      signedAt: signature?.signedAt ?? null,
    };
  }
}
