import type { MailKind } from '@courtly/contracts/notifications';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { EmailPreferences, UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import { noticePreferences } from './notification-preferences.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** Which kinds of mail members get, as they last said. */
@Injectable()
export class MemberMailChoices implements EmailPreferences {
  constructor(
    private readonly streams: Streams,
    private readonly tokens: UnsubscribeTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async unsubscribeLinks(userId: string, kind: MailKind): Promise<UnsubscribeLinks | null> {
    if (!(await this.streams.cached(noticePreferences, userId)).mail[kind]) return null;
    const base = this.config.PUBLIC_URL;
    const token = this.tokens.of({ userId, kind });
    return {
      page: `${base}/unsubscribe/${token}`,
      oneClick: `${base}/api/notices/unsubscribe/${token}`,
    };
  }
}
