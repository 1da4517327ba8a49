import { MOST_BLOCKED } from '@courtly/contracts/blocks';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import type { Decider, Live, Message } from '../../platform/kernel/decider.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { type BlockEvent, blockEvents } from './block.events.js';

type EventData<Type extends BlockEvent['type']> = Extract<BlockEvent, { type: Type }>['data'];

export type BlockCommand =
  | Message<'BlockPerson', EventData<'PersonBlocked'> & { limits: ChangeLimits }>
  | Message<'EndBlock', EventData<'BlockEnded'> & { limits: ChangeLimits }>;

export type BlockedPerson = Readonly<{ blockId: string; blockedId: string; blockedAt: string }>;

/** The blocks of one person, newest first, and the number of changes today. */
export type Blocks = Readonly<{ blocked: readonly BlockedPerson[]; changes: DailyChanges }>;

export const blocks: Decider<Blocks, BlockCommand, BlockEvent> & Live = {
  category: 'blocks',
  liveEvents: blockEvents,
  initial: { blocked: [], changes: noChanges },

  decide({ type, data: { limits, ...data } }, { blocked, changes }) {
    if (type === 'EndBlock' && !blocked.some(({ blockId }) => blockId === data.blockId))
      throw notFound('block');
    if ('blockedId' in data) {
      if (blocked.some(({ blockedId }) => blockedId === data.blockedId)) return [];
      if (blocked.length >= MOST_BLOCKED)
        throw new DomainError(
          'fair_use',
          `You've blocked ${MOST_BLOCKED} people, which is the limit. Unblock someone first.`,
        );
    }
    checkDailyChanges(changes, data.changedAt, limits);
    return 'blockedId' in data ? [{ type: 'PersonBlocked', data }] : [{ type: 'BlockEnded', data }];
  },

  evolve: ({ blocked, changes }, event) => {
    const { blockId, changedAt } = event.data;
    const others = blocked.filter((block) => block.blockId !== blockId);
    // Events of erased people contain no id of the blocked person.
    const added =
      event.type === 'PersonBlocked' && event.data.blockedId !== ''
        ? [{ blockId, blockedId: event.data.blockedId, blockedAt: changedAt }]
        : [];
    return { blocked: [...added, ...others], changes: countChange(changes, changedAt) };
  },
};
