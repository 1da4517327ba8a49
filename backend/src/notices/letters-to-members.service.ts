import type { MailKind } from '@courtly/contracts/notices';
import { Inject, Injectable } from '@nestjs/common';
import { type BookableCourt, bookableCourt } from '../bookings/bookable-court.js';
import type { Booking } from '../bookings/booking.js';
import { courtDayOf } from '../bookings/booking-id.js';
import { CONFIG, type Config } from '../config.js';
import { person } from '../identity/person.js';
import { Streams } from '../kernel/streams.js';
import type { Letter } from '../mail/letter.js';
import { MAILS, type Mails } from '../mail/mails.js';
import { booked } from './booked.js';
import { noticePreferences } from './notice-preferences.js';
import type { Reader } from './notice-letters.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** To whom a letter goes, of which kind it is (none can switch off what has no kind), and which booking it is about. */
type About = Readonly<{ personId: string; kind: MailKind | null; bookingId: string }>;

type Written = (
  reader: Reader,
  its: Readonly<{ booking: Booking; court: BookableCourt; side: 'player' | 'host' }>,
) => Letter | null;

/** Letters about bookings, to who wants them. Everything in one is read when it is written, so that none tells of what was. */
@Injectable()
export class LettersToMembers {
  constructor(
    private readonly streams: Streams,
    private readonly tokens: UnsubscribeTokens,
    @Inject(MAILS) private readonly mails: Mails,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sends a letter once under an id; none to who switched its kind off, or was erased. */
  once(id: string, about: About, write: Written): Promise<void> {
    return this.mails.once(id, async () => {
      const { personId, kind, bookingId } = about;
      if (kind && !(await this.streams.load(noticePreferences, personId)).mail[kind]) return null;
      const booking = (await this.streams.load(booked, courtDayOf(bookingId))).get(bookingId);
      const court = booking && (await this.streams.load(bookableCourt, booking.courtId));
      if (!court) return null;
      const side = booking.hostId === personId ? 'host' : 'player';
      const reader = await this.reader(personId, kind, side);
      return reader && write(reader, { booking, court, side });
    });
  }

  private async reader(personId: string, kind: MailKind | null, side: 'player' | 'host'): Promise<Reader | null> {
    const found = await this.streams.load(person, personId);
    if (!found?.email) return null;
    const base = this.config.PUBLIC_URL;
    const bookings = `${base}${side === 'host' ? '/host/bookings' : '/bookings'}`;
    const token = kind && this.tokens.of({ userId: personId, kind });
    const off = token !== null && {
      page: `${base}/unsubscribe/${token}`,
      oneClick: `${base}/api/notices/unsubscribe/${token}`,
    };
    return { email: found.email, firstName: found.firstName, bookings, off: off || null };
  }
}
