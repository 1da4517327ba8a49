import { defineProjection } from '../../platform/projections/projection.js';
import type { BlockEvent } from './block.events.js';
import { blocks as decider } from './blocks.js';

/** `blockIds` has the same order as `blockedIds`. */
export type BlocksDocument = Readonly<{
  userId: string;
  blockIds: readonly string[];
  blockedIds: readonly string[];
}>;

/** The people whom a person blocks, by that person's id. The index finds who blocks someone. */
export const blocks = defineProjection<BlocksDocument, BlockEvent>({
  name: 'blocks',
  version: 1,
  indexes: [{ blockedIds: 1 }],
  handles: ['PersonBlocked', 'BlockEnded'],
  key: ({ data }) => data.userId,
  evolve(document, event) {
    const blocked = (document?.blockIds ?? []).map((blockId, index) => ({
      blockId,
      blockedId: document!.blockedIds[index]!,
      blockedAt: '',
    }));
    const next = decider.evolve({ ...decider.initial, blocked }, event).blocked;
    return {
      userId: event.data.userId,
      blockIds: next.map(({ blockId }) => blockId),
      blockedIds: next.map(({ blockedId }) => blockedId),
    };
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
