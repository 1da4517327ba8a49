import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { person } from '../../people/identity/person.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { localDate } from '../../platform/kernel/local-time.js';
import { MissingKey } from '../../platform/kernel/personal-data.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { court as courtDecider } from './court.js';
import { isHostListed } from './court-listing.js';
import { courtInvitations, invitationAt } from './court-invitations.js';
import { courtInvitationEmail } from './invitation-emails.js';
import { InvitationTokens } from './invitation-tokens.service.js';

export type InvitationEmailJob = Readonly<{ courtId: string; invitationId: string }>;

export class SendInvitationEmailCommand extends defineCommand<InvitationEmailJob>() {}

/**
 * Emails an invitation to a court, unless it was revoked, players cannot find the court, the
 * address has opted out of emails, or its holder and the host block each other.
 */
@CommandHandler(SendInvitationEmailCommand)
export class SendInvitationEmailHandler implements ICommandHandler<SendInvitationEmailCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly invitationTokens: InvitationTokens,
    private readonly emailAddresses: EmailAddresses,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws MissingKey while the key of the address is unusable, so that the job is retried */
  async execute({ input: { courtId, invitationId }, context }: SendInvitationEmailCommand) {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const { invitations, emailsUntil } = await this.streams.load(courtInvitations, courtId);
      const invitation = invitationAt(invitations, invitationId);
      if (!invitation?.emailHash) return null;
      const [court, host] = await Promise.all([
        this.streams.load(courtDecider, courtId),
        this.streams.load(person, invitation.hostId),
      ]);
      // A deleted account has no email. Its invitations lose their keys too, and are never sent.
      if (!court || court.hiddenBecause !== null || !host?.email) return null;
      if (!isHostListed(host, this.config.policy)) return null;
      if (invitation.email === '') {
        // Without its key, the address is unknown, and the email would count as sent.
        if (Object.hasOwn(emailsUntil, invitationId)) throw new MissingKey(invitationId);
        return null;
      }
      const refusalLinks = await this.emailAddresses.refusalLinks(invitation.email);
      if (!refusalLinks) return null;
      if (await this.contactGuard.isEmailBlocked(host.userId, invitation.email)) return null;
      const { token, expiresAt } = this.invitationTokens.emailTokenOf(
        { courtId, invitationId, emailHash: invitation.emailHash },
        invitation.invitedAt,
      );
      return courtInvitationEmail(
        {
          email: invitation.email,
          courtName: court.name,
          hostName: host.firstName,
          lastDay: localDate(court.zone, expiresAt),
        },
        `${this.config.PUBLIC_URL}/invitations/${token}`,
        refusalLinks,
      );
    });
  }
}
