import { z } from 'zod';
import { route } from './route.js';

/** The maximum number of people that one person can block. */
export const MOST_BLOCKED = 200;

/**
 * Whom to block: a player, or the other side of a booking. For a player who was challenged to the
 * hour, the other side is the challenger.
 */
export const BlockPersonBody = z.union([
  z.strictObject({ playerId: z.string().min(1).max(60) }),
  z.strictObject({ bookingId: z.string().min(1).max(80) }),
]);
export type BlockPersonBody = z.infer<typeof BlockPersonBody>;

/** A block by the caller. The blocked person is not notified. */
export const Block = z.object({
  id: z.string(),
  name: z.string().describe('The first name of the blocked person.'),
  blockedAt: z.string(),
});
export type Block = z.infer<typeof Block>;

const errors = ['not_found', 'fair_use', 'conflict', 'store_unavailable'] as const;

export const blockRoutes = {
  listBlocks: route({
    method: 'GET',
    path: '/api/blocks',
    summary: 'List the people whom the caller blocks, newest first.',
    access: 'signedIn',
    status: 200,
    response: z.array(Block),
    errors: ['store_unavailable'],
  }),
  blockPerson: route({
    method: 'POST',
    path: '/api/blocks',
    summary:
      'Block a person. The two can no longer send each other messages, challenges, or invitations, or book with each other. Existing bookings stay.',
    access: 'signedIn',
    body: BlockPersonBody,
    status: 201,
    response: Block,
    errors: [...errors, 'idempotency_mismatch'],
  }),
  endBlock: route({
    method: 'DELETE',
    path: '/api/blocks/:blockId',
    summary: "End one of the caller's blocks.",
    access: 'signedIn',
    params: z.object({ blockId: z.string().min(1).max(60) }),
    status: 204,
    response: z.undefined(),
    errors: [...errors],
  }),
};
