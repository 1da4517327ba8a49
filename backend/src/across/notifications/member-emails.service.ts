import type { MailKind } from '@courtly/contracts/notifications';
import { Inject, Injectable } from '@nestjs/common';
import { Map as ImmutableMap } from 'immutable';
import { type Court, court as courtDecider } from '../../booking/courts/court.js';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import type { CourtDayStreamEvent } from '../../booking/bookings/court-day.events.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { CONFIG, type Config } from '../../config.js';
import { type ConnectedAccount, payoutAccount } from '../../money/payouts/payout-account.js';
import { verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import type { Fold } from '../../platform/kernel/decider.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Email } from '../../platform/mail/email-body.js';
import {
  EMAIL_PREFERENCES,
  type EmailPreferences,
  type UnsubscribeLinks,
} from '../../platform/mail/email-preferences.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import type { EmailReader } from './notification-emails.js';
import type { RecipientSide } from './recipients.js';

/**
 * Without a `kind`, the recipient cannot turn the email off. An admin may receive an email without
 * being a party to the booking.
 */
type BookingRecipient = Readonly<{
  personId: string;
  kind: MailKind | null;
  bookingId: string;
  isAdmin?: boolean;
  /** About a report or claim instead of money. */
  isIncident?: boolean;
}>;

type CourtRecipient = Readonly<{ personId: string; courtId: string }>;

type WriteBookingEmail = (
  emailReader: EmailReader,
  bookingDetails: Readonly<{ booking: Booking; court: Court; side: RecipientSide }>,
) => Email | null | Promise<Email | null>;

/** The bookings of a court-day by their ids. */
const bookingsOfDay: Fold<ImmutableMap<string, Booking>, CourtDayStreamEvent> = {
  category: 'courtDay',
  initial: ImmutableMap(),
  evolve(dayBookings, courtDayEvent) {
    if (
      courtDayEvent.type === 'HoursClosed' ||
      courtDayEvent.type === 'HoursReopened' ||
      courtDayEvent.type === 'StandardTimeAdopted'
    )
      return dayBookings;
    const nextBooking = booking.evolve(
      dayBookings.get(courtDayEvent.data.bookingId) ?? null,
      courtDayEvent,
    );
    return nextBooking ? dayBookings.set(nextBooking.bookingId, nextBooking) : dayBookings;
  },
};

/**
 * Sends emails about bookings and courts. Reads the state when it writes an email, so that the
 * email is up to date.
 */
@Injectable()
export class MemberEmails {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_PREFERENCES) private readonly emailPreferences: EmailPreferences,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends at most one email per `emailId`. Sends none if the recipient has turned the kind off or
   * was erased.
   */
  async sendAboutBooking(
    emailId: string,
    recipient: BookingRecipient,
    writeEmail: WriteBookingEmail,
  ): Promise<void> {
    await this.emailOutbox.sendOnce(emailId, async () => {
      const { personId, kind, bookingId, isAdmin = false, isIncident = false } = recipient;
      const unsubscribeLinks =
        kind && (await this.emailPreferences.unsubscribeLinks(personId, kind));
      if (kind && !unsubscribeLinks) return null;
      const currentBooking = (await this.streams.load(bookingsOfDay, courtDayIdOf(bookingId))).get(
        bookingId,
      );
      const court =
        currentBooking && (await this.streams.cached(courtDecider, currentBooking.courtId));
      if (!court) return null;
      const partySide = currentBooking.hostId === personId ? 'host' : 'player';
      const side = isAdmin ? 'admin' : partySide;
      const page =
        kind === 'messages'
          ? conversationPage(side, bookingId)
          : kind === null && side === 'host' && !isIncident
            ? hostEarningsPage
            : (isIncident ? incidentPages : bookingPages)[side];
      const emailReader = await this.emailReader(personId, unsubscribeLinks, page);
      return emailReader && writeEmail(emailReader, { booking: currentBooking, court, side });
    });
  }

  /** Sends an email that the host cannot turn off. */
  async sendAboutCourt(
    emailId: string,
    { personId, courtId }: CourtRecipient,
    writeEmail: (emailReader: EmailReader, bookableCourt: Court) => Email | null,
  ): Promise<void> {
    await this.emailOutbox.sendOnce(emailId, async () => {
      const court = await this.streams.cached(courtDecider, courtId);
      const emailReader = court && (await this.emailReader(personId, null, hostCourtsPage));
      return emailReader && writeEmail(emailReader, court);
    });
  }

  /** Sends a `bookings` email about the court in a report. */
  async sendAboutReport(
    emailId: string,
    { personId, courtId }: CourtRecipient,
    writeEmail: (emailReader: EmailReader, courtName: string) => Email,
  ): Promise<void> {
    await this.emailOutbox.sendOnce(emailId, async () => {
      const unsubscribeLinks = await this.emailPreferences.unsubscribeLinks(personId, 'bookings');
      const court = unsubscribeLinks && (await this.streams.cached(courtDecider, courtId));
      if (!court) return null;
      const emailReader = await this.emailReader(personId, unsubscribeLinks, notificationsPage);
      return emailReader && writeEmail(emailReader, court.name);
    });
  }

  /** Sends an email about the rankings. The player cannot turn it off. */
  async sendAboutRankings(
    emailId: string,
    playerId: string,
    writeEmail: (emailReader: EmailReader) => Email,
  ): Promise<void> {
    await this.emailOutbox.sendOnce(emailId, async () => {
      const emailReader = await this.emailReader(playerId, null, notificationsPage);
      return emailReader && writeEmail(emailReader);
    });
  }

  /** Sends an email about a payout account. The host cannot turn it off. */
  async sendAboutAccount(
    emailId: string,
    hostId: string,
    writeEmail: (emailReader: EmailReader, account: ConnectedAccount | null) => Email | null,
  ): Promise<void> {
    await this.emailOutbox.sendOnce(emailId, async () => {
      const account = await this.streams.load(payoutAccount, hostId);
      const emailReader = await this.emailReader(hostId, null, hostEarningsPage);
      return emailReader && writeEmail(emailReader, account);
    });
  }

  /** Sends an email about money to an admin, who cannot turn it off. */
  async sendToAdmin(
    emailId: string,
    adminId: string,
    writeEmail: (emailReader: EmailReader) => Email,
  ): Promise<void> {
    await this.emailOutbox.sendOnce(emailId, async () => {
      const emailReader = await this.emailReader(adminId, null, bookingPages.admin);
      return emailReader && writeEmail(emailReader);
    });
  }

  private async emailReader(
    recipientId: string,
    unsubscribeLinks: UnsubscribeLinks | null,
    { words, path }: EmailPage,
  ): Promise<EmailReader | null> {
    const recipientPerson = await this.streams.cached(person, recipientId);
    if (!recipientPerson?.email) return null;
    const verifications = await this.streams.load(emailVerification, recipientId);
    const isVerified = verifiedEmailOf(recipientPerson, verifications) !== null;
    return {
      email: recipientPerson.email,
      firstName: recipientPerson.firstName,
      page: { words, address: `${this.config.PUBLIC_URL}${path}` },
      verifyAt: isVerified ? null : `${this.config.PUBLIC_URL}/profile?tab=settings`,
      off: unsubscribeLinks,
    };
  }
}

type EmailPage = Readonly<{ words: string; path: string }>;

const bookingPages: Record<RecipientSide, EmailPage> = {
  player: { words: 'See your bookings', path: '/bookings' },
  host: { words: 'See your bookings', path: '/host/bookings' },
  admin: { words: 'Open the Money page', path: '/admin/money' },
};

const incidentPages: Record<RecipientSide, EmailPage> = {
  ...bookingPages,
  admin: { words: 'Decide the case', path: '/admin/incidents' },
};

const conversationPage = (recipientSide: RecipientSide, bookingId: string): EmailPage => {
  const dashboardPath = recipientSide === 'host' ? '/host-dashboard?tab=bookings&' : '/bookings?';
  return {
    words: 'Read and reply',
    path: `${dashboardPath}conversation=${encodeURIComponent(bookingId)}`,
  };
};

const hostEarningsPage: EmailPage = { words: 'See your earnings', path: '/host/earnings' };

const notificationsPage: EmailPage = {
  words: 'See your notifications',
  path: '/notifications',
};

const hostCourtsPage: EmailPage = { words: 'See your courts', path: '/host/courts' };
