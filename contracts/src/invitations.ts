import { z } from 'zod';
import { courtId } from './courts.js';
import { emailAddress } from './fields.js';
import { route } from './route.js';

/**
 * An invitation to an invite-only court: either by email for one person, or a link that anyone can
 * use.
 */
export const Invitation = z.object({
  id: z.string(),
  email: z.string().nullable(),
  token: z.string().nullable().describe('For link invitations: the last segment of the URL.'),
  guests: z.number().describe('How many members accepted the link.'),
  createdAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

const byEmail = z.strictObject({ email: emailAddress('Please enter a valid email', 200) });
const byLink = z.strictObject({ link: z.literal(true) });

const invitationOfCourt = courtId.extend({ invitationId: z.string().regex(/^[0-9a-z]{1,40}$/) });

export const invitationRoutes = {
  inviteGuest: route({
    method: 'POST',
    path: '/api/courts/:courtId/invitations',
    summary: 'Invite guests to a court by email or with a link.',
    access: 'owner',
    params: courtId,
    body: z.union([byEmail, byLink]),
    status: 201,
    response: Invitation,
    errors: ['not_found', 'fair_use', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
  listInvitations: route({
    method: 'GET',
    path: '/api/courts/:courtId/invitations',
    summary: 'List the active invitations to a court, newest first.',
    access: 'owner',
    params: courtId,
    reads: ['courts', 'courtInvitations'],
    status: 200,
    response: z.array(Invitation),
    errors: ['not_found', 'store_unavailable'],
  }),
  sendInvitationAgain: route({
    method: 'POST',
    path: '/api/courts/:courtId/invitations/:invitationId/email',
    summary: 'Email an invitation again, as a new one. The earlier one and its link stop working.',
    access: 'owner',
    params: invitationOfCourt,
    status: 201,
    response: Invitation,
    errors: ['not_found', 'fair_use', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/api/courts/:courtId/invitations/:invitationId',
    summary: 'Revoke an invitation. Guests who used it lose access.',
    access: 'owner',
    params: invitationOfCourt,
    status: 200,
    response: z.array(Invitation),
    errors: ['not_found', 'store_unavailable'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/api/invitations/:token/accept',
    summary:
      'Accept an invitation link. A link from an email works only for an account with that email, which it verifies.',
    access: 'signedIn',
    params: z.object({ token: z.string().max(160) }),
    status: 200,
    response: z.object({ courtId: z.string() }),
    errors: ['not_found', 'forbidden', 'fair_use', 'conflict', 'store_unavailable'],
  }),
};
