import { MailKind } from '@courtly/contracts/notifications';
import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

type Subscription = Readonly<{ userId: string; kind: MailKind }>;

const textOf = ({ userId, kind }: Subscription): string => `${userId} ${kind}`;

/**
 * What a mail carries to switch its kind off, `<user id>.<kind>.<proof>`: it follows from a secret, so none has to be kept, none
 * is guessed, and it does nothing else.
 */
@Injectable()
export class UnsubscribeTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(subscription: Subscription): string {
    return `${subscription.userId}.${subscription.kind}.${this.hashes.hashOf('unsubscribe', textOf(subscription))}`;
  }

  /** Null for a token that was never given out. */
  read(token: string): Subscription | null {
    const [, userId, kind, proof] =
      /^([\w-]{1,64})\.([a-z]{1,20})\.([0-9a-f]{64})$/.exec(token) ?? [];
    const known = MailKind.safeParse(kind);
    if (!userId || !proof || !known.success) return null;
    const subscription = { userId, kind: known.data };
    return this.hashes.isProofOf(proof, 'unsubscribe', textOf(subscription)) ? subscription : null;
  }
}
