import { z } from 'zod';
import { ChangePassword, RequestPasswordReset, User } from './identity.js';
import { route } from './route.js';

/** Asks for a link to another e-mail, which is sent there. */
export const RequestEmailChange = z.strictObject({
  newEmail: RequestPasswordReset.shape.email,
  currentPassword: ChangePassword.shape.currentPassword,
});
export type RequestEmailChange = z.infer<typeof RequestEmailChange>;

export const accountRoutes = {
  changePicture: route({
    method: 'PUT',
    path: '/api/auth/me/picture',
    summary: "Set the caller's picture, in the place of the one before",
    access: 'signedIn',
    body: z.strictObject({}),
    files: 'picture',
    status: 200,
    response: User,
    errors: ['fair_use', 'conflict', 'too_large', 'unsupported_image', 'store_unavailable'],
  }),
  removePicture: route({
    method: 'DELETE',
    path: '/api/auth/me/picture',
    summary: "Remove the caller's picture",
    access: 'signedIn',
    status: 200,
    response: User,
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  showPicture: route({
    method: 'GET',
    path: '/api/photos/people/:userId/:file',
    summary: "The caller's own picture, while they have it; what this address shows never changes",
    access: 'signedIn',
    kind: 'bytes',
    mediaType: 'image/webp',
    params: z.object({ userId: z.string(), file: z.string() }),
    status: 200,
    response: z.instanceof(Uint8Array),
    errors: ['not_found'],
  }),
  requestEmailChange: route({
    method: 'POST',
    path: '/api/auth/email-changes',
    summary:
      "Have a link sent that makes another e-mail the caller's; the answer does not tell whether it is taken",
    access: 'signedIn',
    body: RequestEmailChange,
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['conflict', 'store_unavailable'],
  }),
  confirmEmailChange: route({
    method: 'POST',
    path: '/api/auth/email-changes/:token',
    summary: "Make another e-mail the caller's by the link of a mail; sessions go on",
    access: 'signedIn',
    params: z.object({ token: z.string().max(200) }),
    status: 200,
    response: User,
    errors: ['not_found', 'taken', 'conflict', 'store_unavailable'],
  }),
};
