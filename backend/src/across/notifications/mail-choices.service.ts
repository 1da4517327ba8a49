import type { MailKind } from '@courtly/contracts/notices';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { MailChoices, OffLinks } from '../../platform/mail/mail-choices.js';
import { noticePreferences } from './notification-preferences.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** Which kinds of mail members get, as they last said. */
@Injectable()
export class MemberMailChoices implements MailChoices {
  constructor(
    private readonly streams: Streams,
    private readonly tokens: UnsubscribeTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async offLinksOf(userId: string, kind: MailKind): Promise<OffLinks | null> {
    if (!(await this.streams.current(noticePreferences, userId)).mail[kind]) return null;
    const base = this.config.PUBLIC_URL;
    const token = this.tokens.of({ userId, kind });
    return {
      page: `${base}/unsubscribe/${token}`,
      oneClick: `${base}/api/notices/unsubscribe/${token}`,
    };
  }
}
