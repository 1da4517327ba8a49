import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ChallengeEvent } from './challenge.events.js';

type ChallengedData = Extract<ChallengeEvent, { type: 'PlayerChallenged' }>['data'];

/** The challenged player of an hour. `isConfirmed` means that the opponent can be notified. */
export type Challenge = ChallengedData & Readonly<{ isConfirmed: boolean }>;

export type ChallengeCommand =
  | Message<'ChallengePlayer', ChallengedData>
  | Message<'ConfirmChallenge', { at: string }>;

/** One player can be challenged per hour and is notified once, when the booking is confirmed. */
export const challenge: Decider<Challenge | null, ChallengeCommand, ChallengeEvent> = {
  category: 'challenge',
  initial: null,

  decide({ type, data }, existing) {
    if (type === 'ChallengePlayer') {
      if (existing && existing.opponentId !== data.opponentId)
        throw new DomainError(
          'wrong_status',
          "You've already challenged another player for this hour.",
          {
            status: 'challenged',
          },
        );
      return existing ? [] : [{ type: 'PlayerChallenged', data }];
    }
    if (!existing || existing.isConfirmed) return [];
    const { isConfirmed: _, challengedAt: __, ...challengeFields } = existing;
    return [{ type: 'ChallengeConfirmed', data: { ...challengeFields, confirmedAt: data.at } }];
  },

  evolve: (existing, { type, data }) =>
    type === 'PlayerChallenged'
      ? { ...data, isConfirmed: false }
      : existing && { ...existing, isConfirmed: true },
};
