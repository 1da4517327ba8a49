import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { court as courtDecider } from '../../booking/courts/court.js';
import { CONFIG, type Config } from '../../config.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { fullName, person } from '../../people/identity/person.js';
import { MissingKey } from '../../platform/kernel/personal-data.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import { EMAIL_PREFERENCES, type EmailPreferences } from '../../platform/mail/email-preferences.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { withdrawalOf } from './lineup.js';
import {
  type EmailRecipient,
  type MatchDetails,
  answerEmail,
  confirmationEmail,
  disputeEmail,
  invitationEmail,
  rulingEmail,
  withdrawalEmail,
  withdrawalRequestEmail,
} from './match-emails.js';
import { type MatchPlayer, match } from './match.js';
import { MatchTokens } from './match-tokens.service.js';

/** The place that an email concerns; null for the logger. */
export type MatchEmailRecipient = Readonly<
  | { type: 'named'; placeId: string }
  | { type: 'withdrawal' | 'withdrawn' | 'ruled'; placeId: string | null }
  | { type: 'disputed' | 'confirmed' | 'claimed'; placeId: null }
>;

/** `personId` is null for a named player who has no account. */
export type MatchEmailJob = MatchEmailRecipient &
  Readonly<{ matchId: string; personId: string | null }>;

export class EmailMatchCommand extends defineCommand<MatchEmailJob>() {}

/** Loads all state when it writes an email, so that no email contains outdated facts. */
@CommandHandler(EmailMatchCommand)
export class EmailMatchHandler implements ICommandHandler<EmailMatchCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly matchTokens: MatchTokens,
    private readonly emailAddresses: EmailAddresses,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    @Inject(EMAIL_PREFERENCES) private readonly emailPreferences: EmailPreferences,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws MissingKey while the key of the address is unusable, so that the job is retried */
  async execute({ input: emailJob, context }: EmailMatchCommand) {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const existing = await this.streams.load(match, emailJob.matchId);
      if (!existing) return null;
      const [court, logger] = await Promise.all([
        this.streams.load(courtDecider, existing.courtId),
        this.streams.load(person, existing.loggerId),
      ]);
      const loggerName = (logger && fullName(logger)) || 'Former member';
      return this.writeEmail(emailJob, {
        match: existing,
        courtName: court?.name ?? '',
        loggerName,
        publicUrl: this.config.PUBLIC_URL,
      });
    });
  }

  private async writeEmail(emailJob: MatchEmailJob, matchDetails: MatchDetails) {
    const { match } = matchDetails;
    if (emailJob.type === 'disputed') {
      const emailRecipient = await this.recipient(match.loggerId);
      return emailRecipient && match.answer === 'disputed'
        ? disputeEmail(emailRecipient, matchDetails)
        : null;
    }
    if (emailJob.type === 'confirmed' || emailJob.type === 'claimed') {
      const hasEnded = ['withdrawn', 'void', 'disputed'].includes(match.answer);
      const emailRecipient = hasEnded ? null : await this.recipient(match.loggerId);
      return emailRecipient && answerEmail(emailRecipient, emailJob.type, matchDetails);
    }
    const place = match.players.find(({ placeId }) => placeId === emailJob.placeId);
    const isWithdrawn = match.answer === 'withdrawn';
    if (emailJob.type === 'named') {
      if (!place || match.answer !== 'none') return null;
      if (place.playerId === null) return this.invitation(place, matchDetails);
      if (place.answer !== 'none') return null;
      const namedPerson = await this.recipient(place.playerId);
      return namedPerson && confirmationEmail(namedPerson, matchDetails, place.answerBy!);
    }
    const userId = emailJob.placeId === null ? match.loggerId : place?.playerId;
    const recipient = userId ? await this.recipient(userId) : null;
    if (!recipient) return null;
    if (emailJob.type === 'ruled')
      return match.isRuled ? rulingEmail(recipient, matchDetails) : null;
    if (emailJob.type === 'withdrawn')
      return isWithdrawn
        ? withdrawalEmail(recipient, { ...matchDetails, ...(await this.objector(match)) })
        : null;
    return withdrawalOf(match, userId!) === 'agree'
      ? withdrawalRequestEmail(recipient, { ...matchDetails, ...(await this.objector(match)) })
      : null;
  }

  /** Who gave the latest reason. */
  private async objector({ reasonBy }: MatchDetails['match']) {
    const author = reasonBy === null ? null : await this.streams.load(person, reasonBy);
    return { objectorName: (author && fullName(author)) || 'Former member' };
  }

  /**
   * Null if there is no email address, it was erased or has opted out of emails, its holder and the
   * logger block each other, or the logger deleted their account and thus the keys of the places.
   */
  private async invitation({ placeId, email }: MatchPlayer, matchDetails: MatchDetails) {
    const { match, publicUrl } = matchDetails;
    const logger = await this.streams.load(person, match.loggerId);
    if (!logger?.email) return null;
    if (email === '') {
      // Without its key, the address is unknown, and the email would count as sent.
      if (Object.hasOwn(match.emailsUntil, placeId)) throw new MissingKey(placeId);
      return null;
    }
    const refusalLinks = await this.emailAddresses.refusalLinks(email);
    if (!refusalLinks) return null;
    if (await this.contactGuard.isEmailBlocked(match.loggerId, email)) return null;
    const token = this.matchTokens.tokenFor(match.matchId, placeId);
    const linkAddress = `${publicUrl}/matches/claim/${match.matchId}/${token}`;
    return invitationEmail(email, matchDetails, linkAddress, refusalLinks);
  }

  /** Null for users who were erased or who unsubscribed from match emails. */
  private async recipient(userId: string): Promise<EmailRecipient | null> {
    const user = await this.streams.load(person, userId);
    if (!user?.email) return null;
    const unsubscribeLinks = await this.emailPreferences.unsubscribeLinks(userId, 'matches');
    return unsubscribeLinks && { email: user.email, firstName: user.firstName, unsubscribeLinks };
  }
}
