import { z } from 'zod';
import { route } from './route.js';

export const emailRefusalRoutes = {
  refuseEmails: route({
    method: 'POST',
    path: '/api/emails/refusals/:token',
    summary:
      'Stop all emails to an address without an account, with the token from an email (RFC 8058). The response does not reveal whether the token is valid.',
    access: 'anyone',
    robots: 'noindex',
    params: z.object({ token: z.string().max(200) }),
    status: 204,
    response: z.undefined(),
    errors: ['too_many_requests', 'store_unavailable'],
  }),
};
