import { z } from 'zod';
import { ChangePassword } from './identity.js';
import { route } from './route.js';

/** The word that somebody types who wants their account erased. */
export const ERASURE_WORD = 'DELETE';

export const ErasureBlocker = z.object({
  code: z.enum(['bookings', 'hosting', 'refunds', 'payouts', 'membership', 'last_admin']),
  message: z.string().describe('what has to end first, in words'),
  link: z.string().describe('the address of the page where it can be ended or seen'),
});
export type ErasureBlocker = z.infer<typeof ErasureBlocker>;

/** What the erasure of an account waits for, and what it does. */
export const Erasure = z.object({
  blockers: z.array(ErasureBlocker).describe('none where the account can be erased now'),
  goes: z.array(z.string()).describe('what is lost for good'),
  stays: z.array(z.string()).describe('what is kept without the name'),
});
export type Erasure = z.infer<typeof Erasure>;

export const EraseAccount = z.strictObject({
  currentPassword: ChangePassword.shape.currentPassword,
  confirmation: z
    .string()
    .regex(new RegExp(`^${ERASURE_WORD}$`), `Type ${ERASURE_WORD}, in capital letters`),
});
export type EraseAccount = z.infer<typeof EraseAccount>;

/** A list holds so many at most, the newest ones. */
export const MOST_EXPORTED = 1_000;

const list = z.object({
  isComplete: z
    .boolean()
    .describe(`whether it holds all there are; false where there are more than ${MOST_EXPORTED}`),
  items: z.array(z.record(z.string(), z.unknown())).describe('the newest first'),
});

/** What Courtly keeps of a person, and says of them to others. Amounts are decimal text in US dollars, instants UTC. */
export const AccountExport = z.object({
  exportedAt: z.string(),
  note: z.string(),
  account: z.record(z.string(), z.unknown()),
  membership: z.record(z.string(), z.unknown()),
  history: list.describe(
    'everything that happened to the account: registration, changes of it, waivers',
  ),
  bookings: list,
  payments: list,
  courts: list,
  hosting: list.describe("bookings of the person's courts"),
  matches: list,
  reviews: list,
  messages: list.describe("what both sides of the person's bookings wrote, as the person reads it"),
  notices: list,
  favourites: list,
  applications: list,
});
export type AccountExport = z.infer<typeof AccountExport>;

export const erasureRoutes = {
  showErasure: route({
    method: 'GET',
    path: '/api/account/erasure',
    summary: 'What an erasure of the account waits for, what it takes away and what it leaves',
    access: 'signedIn',
    reads: ['bookings', 'payouts', 'people'],
    status: 200,
    response: Erasure,
    errors: ['store_unavailable'],
  }),
  eraseAccount: route({
    method: 'POST',
    path: '/api/account/erase',
    summary:
      "Erase the caller's account for good: every session ends at once, the rest follows within minutes",
    access: 'signedIn',
    body: EraseAccount,
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['erasure_blocked', 'conflict', 'not_found', 'store_unavailable'],
  }),
  exportAccount: route({
    method: 'GET',
    path: '/api/account/export',
    summary: `Everything that Courtly keeps of the caller, as a file: of each list the ${MOST_EXPORTED} newest`,
    access: 'signedIn',
    reads: [
      'bookings',
      'payments',
      'courts',
      'matches',
      'reviews',
      'conversations',
      'notices',
      'favourites',
    ],
    status: 200,
    response: AccountExport,
    errors: ['store_unavailable'],
  }),
};
