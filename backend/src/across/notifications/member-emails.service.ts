import type { MailKind } from '@courtly/contracts/notices';
import { Inject, Injectable } from '@nestjs/common';
import { type BookableCourt, bookableCourt } from '../../booking/courts/bookable-court.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { courtDayOf } from '../../booking/bookings/booking-id.js';
import { CONFIG, type Config } from '../../config.js';
import { person } from '../../people/identity/person.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Letter } from '../../platform/mail/mail-body.js';
import { MAIL_CHOICES, type MailChoices, type OffLinks } from '../../platform/mail/mail-choices.js';
import { MAILS, type Mails } from '../../platform/mail/mails.js';
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
) => Letter | null;

/** Letters about bookings and courts, to who wants them. Everything in one is read when it is written, so that none tells of what was. */
@Injectable()
export class LettersToMembers {
  constructor(
    private readonly streams: Streams,
    @Inject(MAIL_CHOICES) private readonly choices: MailChoices,
    @Inject(MAILS) private readonly mails: Mails,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sends a letter once under an id; none to who switched its kind off, or was erased. */
  once(id: string, about: About, write: Written): Promise<void> {
    return this.mails.once(id, async () => {
      const { personId, kind, bookingId, isAdmin = false } = about;
      const off = kind && (await this.choices.offLinksOf(personId, kind));
      if (kind && !off) return null;
      const booking = (await this.streams.load(booked, courtDayOf(bookingId))).get(bookingId);
      const court = booking && (await this.streams.current(bookableCourt, booking.courtId));
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
    write: (reader: Reader, court: BookableCourt) => Letter | null,
  ): Promise<void> {
    return this.mails.once(id, async () => {
      const court = await this.streams.current(bookableCourt, courtId);
      const reader = court && (await this.reader(personId, null, hostsCourts));
      return reader && write(reader, court);
    });
  }

  private async reader(
    personId: string,
    off: OffLinks | null,
    { words, path }: Page,
  ): Promise<Reader | null> {
    const found = await this.streams.current(person, personId);
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
