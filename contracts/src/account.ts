import { z } from 'zod';
import { ChangePasswordBody, RequestPasswordResetBody, User } from './identity.js';
import { route } from './route.js';

/** Requests a link that confirms the change; it is sent to the new email address. */
export const RequestEmailChangeBody = z.strictObject({
  newEmail: RequestPasswordResetBody.shape.email,
  currentPassword: ChangePasswordBody.shape.currentPassword,
});
export type RequestEmailChangeBody = z.infer<typeof RequestEmailChangeBody>;

/** How long a verification link remains valid. */
export const VERIFICATION_LINK_HOURS = 24;

export const VerifyEmailBody = z.strictObject({ token: z.string().max(200) });
export type VerifyEmailBody = z.infer<typeof VerifyEmailBody>;

export const accountRoutes = {
  changePicture: route({
    method: 'PUT',
    path: '/api/auth/me/picture',
    summary: "Set or replace the caller's profile picture.",
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
    summary: "Remove the caller's profile picture.",
    access: 'signedIn',
    status: 200,
    response: User,
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  showPicture: route({
    method: 'GET',
    path: '/api/photos/people/:userId/:file',
    summary: "Get the caller's own profile picture. The content of a picture URL never changes.",
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
      'Send a confirmation link to a new email address. The response does not reveal whether the address is in use.',
    access: 'signedIn',
    body: RequestEmailChangeBody,
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['second_factor_required', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
  confirmEmailChange: route({
    method: 'POST',
    path: '/api/auth/email-changes/:token',
    summary:
      'Confirm a new email address with the token from the email. Existing sessions remain valid.',
    access: 'signedIn',
    params: z.object({ token: z.string().max(200) }),
    status: 200,
    response: User,
    errors: ['not_found', 'taken', 'conflict', 'store_unavailable'],
  }),
  requestVerificationLink: route({
    method: 'POST',
    path: '/api/auth/email-verifications/links',
    summary: "Email a link that verifies the caller's email address.",
    access: 'signedIn',
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['too_many_requests', 'store_unavailable'],
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/auth/email-verifications',
    summary:
      'Verify an email address with the token from the email, signed in to that account or signed out.',
    access: 'anyone',
    body: VerifyEmailBody,
    status: 200,
    response: z.object({
      wasVerified: z.boolean().describe('Whether the address was verified before.'),
    }),
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
};
