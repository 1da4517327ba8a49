import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ChallengeEvent } from './challenge.events.js';

type Challenged = Extract<ChallengeEvent, { type: 'PlayerChallenged' }>['data'];

/** Whom an hour challenges, and whether its opponent was told. */
export type Challenge = Challenged & Readonly<{ isConfirmed: boolean }>;

export type ChallengeCommand =
  Message<'ChallengePlayer', Challenged> | Message<'ConfirmChallenge', { at: string }>;

/** An hour challenges one player, who is told once, when it is confirmed. */
export const challenge: Decider<Challenge | null, ChallengeCommand, ChallengeEvent> = {
  category: 'challenge',
  initial: null,

  decide({ type, data }, known) {
    if (type === 'ChallengePlayer') {
      if (known && known.opponentId !== data.opponentId)
        throw new DomainError('wrong_status', 'This hour challenges somebody already.', {
          status: 'challenged',
        });
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
