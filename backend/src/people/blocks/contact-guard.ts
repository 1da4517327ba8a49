import type { ErrorCode } from '@courtly/contracts/errors';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Blocks } from './blocks.js';

/** The ways in which one person contacts another. */
export type ContactKind = 'booking' | 'message' | 'challenge' | 'match' | 'invitation';

/** Both sides get the same refusal, without a reason, so that no one learns who blocked whom. */
const refusals: Record<ContactKind, readonly [ErrorCode, string]> = {
  booking: ['forbidden', "You can't book this court."],
  message: ['forbidden', "You can't send messages in this conversation."],
  challenge: ['forbidden', "You can't challenge this player."],
  match: ['forbidden', "You can't take part in this match."],
  invitation: ['not_found', 'This invitation is no longer valid. Ask the host for a new one.'],
};

export const contactRefusal = (kind: ContactKind): DomainError =>
  new DomainError(...refusals[kind]);

/** A person and the people whom they block. */
export type WithBlocks = Readonly<{ userId: string; blocks: Blocks }>;

/**
 * Whether one of two people blocks the other. With `before` (UTC), only earlier blocks count, so
 * that no one can erase a result by blocking after the hour.
 */
export const isContactBlocked = (
  first: WithBlocks,
  second: WithBlocks,
  before: string | null = null,
): boolean =>
  [
    [first, second],
    [second, first],
  ].some(([blocker, other]) =>
    blocker!.blocks.blocked.some(
      ({ blockedId, blockedAt }) =>
        blockedId === other!.userId && (before === null || blockedAt < before),
    ),
  );

/**
 * Checks every contact between two people. Provided by the blocks slice. With `before` (UTC), only
 * earlier blocks count.
 */
export type ContactGuard = Readonly<{
  isBlocked(firstId: string, secondId: string, before?: string): Promise<boolean>;
  /** @throws DomainError with the neutral refusal of this kind of contact */
  requireContact(
    kind: ContactKind,
    firstId: string,
    secondId: string,
    before?: string,
  ): Promise<void>;
  /** Whether a block forbids an email from a person to the verified holder of an address. */
  isEmailBlocked(senderId: string, email: string): Promise<boolean>;
  /** Those of `otherIds` who block the person or whom the person blocks, from the read model. */
  blockedAmong(userId: string, otherIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The person's own block of another person; null if there is none. */
  ownBlockOf(userId: string, otherId: string): Promise<string | null>;
}>;

export const CONTACT_GUARD = Symbol('contact guard');
