import { z } from 'zod';
import { oneLine } from './fields.js';
import { ChangePasswordBody } from './identity.js';
import { route } from './route.js';

/** The word that the user types to confirm the erasure of their account. */
export const ERASURE_WORD = 'DELETE';

export const ErasureBlocker = z.object({
  code: z.enum([
    'bookings',
    'hosting',
    'payments',
    'refunds',
    'debts',
    'incidents',
    'report_period',
    'payouts',
    'membership',
    'last_admin',
  ]),
  message: z.string().describe('The reason, as a sentence.'),
  link: z.string().describe('The path of the page where the caller can resolve it.'),
});
export type ErasureBlocker = z.infer<typeof ErasureBlocker>;

/** What blocks the erasure of an account, and what it removes and keeps. */
export const Erasure = z.object({
  blockers: z.array(ErasureBlocker).describe('Empty if the account can be erased now.'),
  goes: z.array(z.string()).describe('The data that is deleted permanently.'),
  stays: z.array(z.string()).describe('The data that is kept without personal data.'),
});
export type Erasure = z.infer<typeof Erasure>;

export const EraseAccountBody = z.strictObject({
  currentPassword: ChangePasswordBody.shape.currentPassword,
  confirmation: z
    .string()
    .regex(new RegExp(`^${ERASURE_WORD}$`), `Type ${ERASURE_WORD}, in capital letters`),
});
export type EraseAccountBody = z.infer<typeof EraseAccountBody>;

/** An erasure that someone without an account requested in writing. */
export const WrittenErasureBody = z.strictObject({
  reference: oneLine({
    least: 3,
    most: 120,
    tooShort: 'Please enter where the request is filed',
  }).describe('Where the request is filed. The log keeps it, so it must not contain a name.'),
});
export type WrittenErasureBody = z.infer<typeof WrittenErasureBody>;

export const erasureRoutes = {
  showErasure: route({
    method: 'GET',
    path: '/api/account/erasure',
    summary:
      'Get the blockers of an erasure of the account, and the data that it removes and keeps.',
    access: 'signedIn',
    reads: ['bookings', 'incidents', 'payouts', 'payoutAccounts', 'payoutHolds', 'people'],
    status: 200,
    response: Erasure,
    errors: ['store_unavailable'],
  }),
  eraseAccount: route({
    method: 'POST',
    path: '/api/account/erase',
    summary:
      "Erase the caller's account permanently. All sessions end immediately; erasure completes within minutes.",
    access: 'signedIn',
    body: EraseAccountBody,
    status: 202,
    response: z.object({ message: z.string() }),
    errors: [
      'second_factor_required',
      'erasure_blocked',
      'conflict',
      'not_found',
      'store_unavailable',
    ],
  }),
};
