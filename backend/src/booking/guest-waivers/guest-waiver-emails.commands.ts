import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { person } from '../../people/identity/person.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import { formatInstant } from '../../platform/mail/email-dates.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { loadBooking } from '../bookings/load-booking.js';
import { court as courtDecider } from '../courts/court.js';
import { guestWaiverEmail } from './guest-waiver-emails.js';
import { GuestWaiverTokens } from './guest-waiver-tokens.service.js';
import { takesGuests } from './guest-waiver-view.js';
import { guestAt, guestWaivers } from './guest-waivers.js';

export type GuestWaiverEmailJob = Readonly<{ bookingId: string; guestId: string; link: number }>;

export class SendGuestWaiverEmailCommand extends defineCommand<GuestWaiverEmailJob>() {}

/**
 * Emails a link, unless it no longer works, no one is asked to sign, the address has opted out of
 * emails, or its holder and the player block each other.
 */
@CommandHandler(SendGuestWaiverEmailCommand)
export class SendGuestWaiverEmailHandler implements ICommandHandler<SendGuestWaiverEmailCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly guestWaiverTokens: GuestWaiverTokens,
    private readonly emailAddresses: EmailAddresses,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input, context }: SendGuestWaiverEmailCommand) {
    const { bookingId, guestId, link } = input;
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const [booking, { guests }] = await Promise.all([
        loadBooking(this.streams, bookingId),
        this.streams.load(guestWaivers, bookingId),
      ]);
      const guest = guestAt(guests, guestId);
      if (this.config.policy.guestWaivers === 'off') return null;
      if (!booking || !takesGuests(booking, context.at)) return null;
      if (!guest?.email || guest.link !== link || guest.signature) return null;
      const [court, player, refusalLinks] = await Promise.all([
        this.streams.load(courtDecider, booking.courtId),
        this.streams.load(person, booking.playerId),
        this.emailAddresses.refusalLinks(guest.email),
      ]);
      if (!court || !player?.email || !refusalLinks) return null;
      if (await this.contactGuard.isEmailBlocked(booking.playerId, guest.email)) return null;
      const token = this.guestWaiverTokens.tokenOf({ bookingId, guestId, link });
      return guestWaiverEmail(
        {
          email: guest.email,
          courtName: court.name,
          playerName: player.firstName,
          when: formatInstant(booking.zone, booking.startTime),
        },
        `${this.config.PUBLIC_URL}/waivers/${token}`,
        refusalLinks,
      );
    });
  }
}
