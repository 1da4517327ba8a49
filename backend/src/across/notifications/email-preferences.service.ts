import type { MailKind } from '@courtly/contracts/notifications';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { EmailPreferences, UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import { notificationPreferences } from './notification-preferences.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

@Injectable()
export class MemberEmailPreferences implements EmailPreferences {
  constructor(
    private readonly eventStreams: Streams,
    private readonly unsubscribeTokens: UnsubscribeTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async unsubscribeLinks(userId: string, emailKind: MailKind): Promise<UnsubscribeLinks | null> {
    if (!(await this.eventStreams.cached(notificationPreferences, userId)).mail[emailKind])
      return null;
    const publicUrl = this.config.PUBLIC_URL;
    const unsubscribeToken = this.unsubscribeTokens.tokenOf({ userId, kind: emailKind });
    return {
      page: `${publicUrl}/unsubscribe/${unsubscribeToken}`,
      oneClick: `${publicUrl}/api/notices/unsubscribe/${unsubscribeToken}`,
    };
  }
}
