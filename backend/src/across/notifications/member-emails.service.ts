import type { MailKind } from '@courtly/contracts/notifications';
import { Inject, Injectable } from '@nestjs/common';
import { type BookableCourt, bookableCourt } from '../../booking/courts/bookable-court.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { CONFIG, type Config } from '../../config.js';
import { person } from '../../people/identity/person.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Email } from '../../platform/mail/email-body.js';
import {
  EMAIL_PREFERENCES,
  type EmailPreferences,
  type UnsubscribeLinks,
} from '../../platform/mail/email-preferences.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { booked } from './booked.js';
import type { Reader } from './notification-emails.js';
import type { Side } from './recipients.js';

/**
 * To whom a letter goes, of which kind it is (none can switch off what has no kind), and which booking it is about; an admin need be
 * on neither side of it.
 */
type About = Readonly<{
  personId: string;
  kind: MailKind | null;
  bookingId: string;
  isAdmin?: boolean;
}>;

type AboutCourt = Readonly<{ personId: string; courtId: string }>;

type Written = (
  reader: Reader,
  its: Readonly<{ booking: Booking; court: BookableCourt; side: Side }>,
) => Email | null;

/** Letters about bookings and courts, to who wants them. Everything in one is read when it is written, so that none tells of what was. */
@Injectable()
export class LettersToMembers {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_PREFERENCES) private readonly choices: EmailPreferences,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sends a letter once under an id; none to who switched its kind off, or was erased. */
  once(id: string, about: About, write: Written): Promise<void> {
    return this.mails.sendOnce(id, async () => {
      const { personId, kind, bookingId, isAdmin = false } = about;
      const off = kind && (await this.choices.unsubscribeLinks(personId, kind));
      if (kind && !off) return null;
      const booking = (await this.streams.load(booked, courtDayIdOf(bookingId))).get(bookingId);
      const court = booking && (await this.streams.cached(bookableCourt, booking.courtId));
      if (!court) return null;
      const side = isAdmin ? 'admin' : booking.hostId === personId ? 'host' : 'player';
      const page = kind === 'messages' ? conversationPage(side, bookingId) : pages[side];
      const reader = await this.reader(personId, off, page);
      return reader && write(reader, { booking, court, side });
    });
  }

  /** The same about a court to its host, whom nothing keeps from knowing it. */
  onceOfCourt(
    id: string,
    { personId, courtId }: AboutCourt,
    write: (reader: Reader, court: BookableCourt) => Email | null,
  ): Promise<void> {
    return this.mails.sendOnce(id, async () => {
      const court = await this.streams.cached(bookableCourt, courtId);
      const reader = court && (await this.reader(personId, null, hostsCourts));
      return reader && write(reader, court);
    });
  }

  private async reader(
    personId: string,
    off: UnsubscribeLinks | null,
    { words, path }: Page,
  ): Promise<Reader | null> {
    const found = await this.streams.cached(person, personId);
    if (!found?.email) return null;
    const page = { words, address: `${this.config.PUBLIC_URL}${path}` };
    return { email: found.email, firstName: found.firstName, page, off };
  }
}

type Page = Readonly<{ words: string; path: string }>;

const pages: Record<Side, Page> = {
  player: { words: 'See your bookings', path: '/bookings' },
  host: { words: 'See your bookings', path: '/host/bookings' },
  admin: { words: 'Open the admin desk', path: '/admin/dashboard' },
};

/** The bookings of a side with the conversation about one of them open. */
const conversationPage = (side: Side, bookingId: string): Page => {
  const page = side === 'host' ? '/host-dashboard?tab=bookings&' : '/bookings?';
  return { words: 'Read and answer', path: `${page}conversation=${encodeURIComponent(bookingId)}` };
};

const hostsCourts: Page = { words: 'See your courts', path: '/host/courts' };
