import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ChallengeEvent } from './challenge.events.js';

type Challenged = Extract<ChallengeEvent, { type: 'PlayerChallenged' }>['data'];

/** The challenged player of an hour. `isConfirmed` once the opponent can be notified. */
export type Challenge = Challenged & Readonly<{ isConfirmed: boolean }>;

export type ChallengeCommand =
  Message<'ChallengePlayer', Challenged> | Message<'ConfirmChallenge', { at: string }>;

/** An hour challenges one player, who is notified once, when the booking is confirmed. */
export const challenge: Decider<Challenge | null, ChallengeCommand, ChallengeEvent> = {
  category: 'challenge',
  initial: null,

  decide({ type, data }, known) {
    if (type === 'ChallengePlayer') {
      if (known && known.opponentId !== data.opponentId)
        throw new DomainError(
          'wrong_status',
          'You have already challenged another player to this hour.',
          {
            status: 'challenged',
          },
        );
      return known ? [] : [{ type: 'PlayerChallenged', data }];
    }
    if (!known || known.isConfirmed) return [];
    const { isConfirmed: _, challengedAt: __, ...its } = known;
    return [{ type: 'ChallengeConfirmed', data: { ...its, confirmedAt: data.at } }];
  },

  evolve: (known, { type, data }) =>
    type === 'PlayerChallenged'
      ? { ...data, isConfirmed: false }
      : known && { ...known, isConfirmed: true },
};
