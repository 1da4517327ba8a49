import { MailKind } from '@courtly/contracts/notifications';
import { Injectable, Inject } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { CONFIG, type Config } from '../../config.js';
import { Streams } from '../../platform/kernel/streams.js';
import type {
  EmailPreferences,
  EmailSubscription,
  UnsubscribeLinks,
} from '../../platform/mail/email-preferences.js';
import { notificationPreferences } from './notification-preferences.js';

const signedText = ({ userId, kind }: EmailSubscription): string => `${userId} ${kind}`;

/**
 * Issues unsubscribe tokens: `<user id>.<kind>.<proof>`. The proof is a keyed hash, so no token is
 * stored.
 */
@Injectable()
export class UnsubscribeTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  tokenOf(subscription: EmailSubscription): string {
    return `${subscription.userId}.${subscription.kind}.${this.keyedHashes.hashOf('unsubscribe', signedText(subscription))}`;
  }

  /** Null if the token was never issued. */
  readToken(presentedToken: string): EmailSubscription | null {
    const [, userId, kind, proof] =
      /^([\w-]{1,64})\.([a-z]{1,20})\.([0-9a-f]{64})$/.exec(presentedToken) ?? [];
    const parsedKind = MailKind.safeParse(kind);
    if (!userId || !proof || !parsedKind.success) return null;
    const subscription = { userId, kind: parsedKind.data };
    return this.keyedHashes.isProofOf(proof, 'unsubscribe', signedText(subscription))
      ? subscription
      : null;
  }
}

@Injectable()
export class MemberEmailPreferences implements EmailPreferences {
  constructor(
    private readonly streams: Streams,
    private readonly unsubscribeTokens: UnsubscribeTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async isSubscribed({ userId, kind }: EmailSubscription): Promise<boolean> {
    return (await this.streams.cached(notificationPreferences, userId)).mail[kind];
  }

  async unsubscribeLinks(userId: string, emailKind: MailKind): Promise<UnsubscribeLinks | null> {
    if (!(await this.isSubscribed({ userId, kind: emailKind }))) return null;
    const publicUrl = this.config.PUBLIC_URL;
    const unsubscribeToken = this.unsubscribeTokens.tokenOf({ userId, kind: emailKind });
    return {
      page: `${publicUrl}/unsubscribe/${unsubscribeToken}`,
      oneClick: `${publicUrl}/api/notices/unsubscribe/${unsubscribeToken}`,
    };
  }
}
