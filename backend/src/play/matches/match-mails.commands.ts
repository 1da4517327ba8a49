import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { bookableCourt } from '../../booking/courts/bookable-court.js';
import { CONFIG, type Config } from '../../config.js';
import { fullName, person } from '../../people/identity/person.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Email } from '../../platform/mail/email-body.js';
import { EMAIL_PREFERENCES, type EmailPreferences } from '../../platform/mail/email-preferences.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { confirmBy } from './lineup.js';
import {
  type Its,
  type Reader,
  confirmLetter,
  disputedLetter,
  invitationLetter,
  partnerLetter,
  withdrawnLetter,
} from './match-emails.js';
import { type Match, type MatchPlayer, match } from './match.js';
import { MatchTokens } from './match-tokens.service.js';

/** What a mail tells of, as ids alone; a dispute goes to who logged the match. `at` is when it happened (UTC). */
export type MatchNewsMail = Readonly<{ matchId: string; at: string }> &
  Readonly<{ type: 'named' | 'withdrawn'; placeId: string } | { type: 'disputed'; placeId: null }>;

/** Tells somebody by mail of a match that they played. */
export class TellOfMatchCommand extends defineCommand<MatchNewsMail>() {}

/** Everything in a mail is read when it is written, so that none tells of what was. */
@CommandHandler(TellOfMatchCommand)
export class TellOfMatchHandler implements ICommandHandler<TellOfMatchCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly tokens: MatchTokens,
    @Inject(EMAIL_PREFERENCES) private readonly choices: EmailPreferences,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: news, context }: TellOfMatchCommand): Promise<void> {
    // Whoever follows the log anew comes by what was told long ago.
    if (Date.parse(context.at) - Date.parse(news.at) > DAY_MS) return;
    await this.mails.sendOnce(context.commandId, async () => {
      const known = await this.streams.load(match, news.matchId);
      if (!known) return null;
      const [court, logger] = await Promise.all([
        this.streams.load(bookableCourt, known.courtId),
        this.streams.load(person, known.loggerId),
      ]);
      const name = logger && fullName(logger);
      return this.write(news, {
        match: known,
        court: court?.name ?? '',
        logger: name || 'Former member',
      });
    });
  }

  private async write(news: MatchNewsMail, its: Its): Promise<Email | null> {
    const { match } = its;
    const base = this.config.PUBLIC_URL;
    if (news.type === 'disputed') {
      const reader = await this.holder(match.loggerId);
      return reader && match.answer === 'disputed' ? disputedLetter(reader, its, base) : null;
    }
    const place = match.players.find(({ placeId }) => placeId === news.placeId);
    if (!place || (match.answer === 'withdrawn') !== (news.type === 'withdrawn')) return null;
    if (place.playerId === null)
      return news.type === 'named' ? this.invite(match, place, its) : null;
    const reader = await this.holder(place.playerId);
    if (!reader) return null;
    if (news.type === 'withdrawn') return withdrawnLetter(reader, its, base);
    if (place.side === 'partner') return partnerLetter(reader, its, base);
    const until = confirmBy(match) ?? place.answerBy!;
    return match.answer === 'none' ? confirmLetter(reader, its, until, base) : null;
  }

  /** Empty where nobody wrote an e-mail, or whoever did was erased. */
  private invite(
    { matchId }: Match,
    { placeId, email, name }: MatchPlayer,
    its: Its,
  ): Email | null {
    const address = `${this.config.PUBLIC_URL}/matches/claim/${matchId}/${this.tokens.of(matchId, placeId)}`;
    return email === ''
      ? null
      : invitationLetter({ email, firstName: name, off: null }, its, address);
  }

  /** Null for who was erased, or wants no mails about matches. */
  private async holder(personId: string): Promise<Reader | null> {
    const found = await this.streams.load(person, personId);
    const off = found?.email ? await this.choices.unsubscribeLinks(personId, 'matches') : null;
    return off && { email: found!.email, firstName: found!.firstName, off };
  }
}
