import { z } from 'zod';
import { courtId } from './courts.js';
import { route } from './route.js';

/** A way into a court that is by invitation: one person's e-mail, or a link for whoever has it. */
export const Invitation = z.object({
  id: z.string(),
  email: z.string().nullable(),
  token: z.string().nullable().describe('of a link: what its address ends with'),
  guests: z.number().describe('how many members accepted the link'),
  createdAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

const byEmail = z.strictObject({ email: z.email('Please enter a valid email').max(200) });
const byLink = z.strictObject({ link: z.literal(true) });

export const invitationRoutes = {
  inviteGuest: route({
    method: 'POST',
    path: '/api/courts/:courtId/invitations',
    summary: 'Invite somebody to a court, by e-mail or with a link',
    access: 'owner',
    params: courtId,
    body: z.union([byEmail, byLink]),
    status: 201,
    response: Invitation,
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
  listInvitations: route({
    method: 'GET',
    path: '/api/courts/:courtId/invitations',
    summary: 'The invitations to a court that hold, latest first',
    access: 'owner',
    params: courtId,
    reads: ['courts', 'courtInvitations'],
    status: 200,
    response: z.array(Invitation),
    errors: ['not_found', 'store_unavailable'],
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/api/courts/:courtId/invitations/:invitationId',
    summary: 'Take an invitation back; whoever came by it books no more',
    access: 'owner',
    params: courtId.extend({ invitationId: z.string().max(40) }),
    status: 200,
    response: z.array(Invitation),
    errors: ['not_found', 'store_unavailable'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/api/invitations/:token/accept',
    summary: 'Become a guest of a court by its link',
    access: 'signedIn',
    params: z.object({ token: z.string().max(120) }),
    status: 200,
    response: z.object({ courtId: z.string() }),
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
};
