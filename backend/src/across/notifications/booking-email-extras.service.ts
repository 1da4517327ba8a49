import type { BookingSide } from '@courtly/contracts/bookings';
import type { BookingNotificationType } from '@courtly/contracts/notifications';
import { Inject, Injectable } from '@nestjs/common';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookingView } from '../../booking/bookings/booking-view.js';
import { shownText } from '../../booking/bookings/contacts.js';
import { EmailedAnswers } from '../../booking/bookings/emailed-answers.service.js';
import { newRecord, playerRecords } from '../../booking/bookings/player-records.projection.js';
import { changedAtOf, invitationText } from '../../booking/calendar/calendar-text.js';
import type { Court } from '../../booking/courts/court.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { mostGuestsOf } from '../../booking/guest-waivers/guest-waiver-view.js';
import { playerStars } from '../../booking/reviews/player-stars.projection.js';
import { meanRatingOf, noStars } from '../../booking/reviews/stars.js';
import { CONFIG, type Config } from '../../config.js';
import { fullName, person } from '../../people/identity/person.js';
import { visibleFields } from '../../people/identity/page-privacy.js';
import { Clock } from '../../platform/kernel/clock.js';
import { asRead } from '../../platform/kernel/read-scope.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { EmailCalendar } from '../../platform/mail/email-body.js';
import { senderAddress } from '../../platform/mail/sender-address.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { BookingExtras, Requester } from './notification-emails.js';
import type { RecipientSide } from './recipients.js';

type Details = Readonly<{ booking: Booking; court: Court; side: RecipientSide }>;

/** Emails to the player that take a confirmed booking out of their calendar. */
const endsForPlayer: ReadonlySet<BookingNotificationType> = new Set([
  'cancelled_by_you',
  'cancelled_by_host',
  'cancelled_by_closure',
  'cancelled_by_operator',
  'payment_failed',
]);

/** Loads what some emails about bookings show besides the booking and the court. */
@Injectable()
export class BookingEmailExtras {
  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly emailedAnswers: EmailedAnswers,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async of(
    type: BookingNotificationType,
    recipient: string,
    details: Details,
  ): Promise<BookingExtras> {
    const { booking, court, side } = details;
    if (type === 'request_received')
      return {
        requester: await this.requesterOf(booking),
        answerLinks: await this.emailedAnswers.linksOf(booking),
      };
    if (type === 'request_approved') {
      const { guestWaivers } = asRead(() => this.config.policy);
      return {
        arrival: {
          directions: court.arrivalNotes,
          mostGuests: mostGuestsOf(court),
          signsWaivers: guestWaivers !== 'off',
        },
        calendar: await this.calendarOf('REQUEST', recipient, details),
      };
    }
    if (type === 'hour_moved_by_you')
      return { calendar: await this.calendarOf('REQUEST', recipient, details) };
    const isRemoved = booking.status === 'cancelled' && booking.approvedAt !== null;
    return side === 'player' && isRemoved && endsForPlayer.has(type)
      ? { calendar: await this.calendarOf('CANCEL', recipient, details) }
      : {};
  }

  /** The level follows the privacy setting: until the approval, the host is a stranger. */
  private async requesterOf(booking: Booking): Promise<Requester | null> {
    const { playerId, hostId, notes } = booking;
    const player = await this.streams.load(person, playerId);
    if (!player?.email) return null;
    const [record, stars] = await Promise.all([
      this.readModels.read(playerRecords, (collection) => collection.findOne({ _id: playerId })),
      this.readModels.read(playerStars, (collection) => collection.findOne({ _id: playerId })),
    ]);
    const { played, cancelled } = record ?? newRecord;
    return {
      name: fullName(player),
      level: visibleFields(player, 'stranger').about ? player.skillLevel : null,
      played,
      cancelled,
      rating: meanRatingOf(stars ?? noStars).rating,
      note: shownText(booking, hostId, playerId, notes).text,
    };
  }

  private async calendarOf(
    method: EmailCalendar['method'],
    attendee: string,
    { booking, court }: Details,
  ): Promise<EmailCalendar> {
    const side: BookingSide = 'player';
    const listedCourt = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: booking.courtId }),
    );
    const entry = {
      view: bookingView(booking, court, booking.playerId, this.clock.instant()),
      side,
      changedAt: changedAtOf(booking),
      hasMoved: booking.movedAt !== undefined,
      courtChanges: listedCourt?.detailChanges ?? null,
    };
    const content = invitationText(entry, {
      method,
      attendee,
      organizer: senderAddress(this.config),
      pageUrl: `${this.config.PUBLIC_URL}/bookings`,
    });
    return { method, content };
  }
}
