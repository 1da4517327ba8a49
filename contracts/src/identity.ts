import { z } from 'zod';
import { Surface } from './courts.js';
import { emailAddress, oneLine, personName, phoneNumber } from './fields.js';
import { PASSWORD_LENGTH } from './password-limits.js';
import { route } from './route.js';
import { SkillLevel } from './skill-level.js';
import { cleaned } from './text.js';

export const Role = z.enum(['player', 'owner', 'host', 'admin']);
export type Role = z.infer<typeof Role>;

/** Play preferences that other players can see. */
export const SocialTag = z.enum([
  'singles',
  'doubles',
  'mixed doubles',
  'competitive',
  'friendly',
  'early bird',
  'after work',
  'weekends',
]);
export type SocialTag = z.infer<typeof SocialTag>;

const firstName = personName('First name must be at least 2 characters');
const lastName = personName('Last name must be at least 2 characters');
const phone = phoneNumber();
const email = emailAddress('Please enter a valid email');

/** Usernames that could impersonate Courtly or its staff, ignoring punctuation. */
const reservedNames = new Set(
  `courtly admin administrator support help helpdesk host hosts owner owners staff team moderator mod official operator
  api root system sysadmin security billing payments payouts refunds info contact webmaster postmaster noreply abuse
  legal privacy sales press null undefined anonymous visitor`.split(/\s+/),
);
const isReserved = (username: string): boolean =>
  reservedNames.has(username.toLowerCase().replace(/[._-]/g, ''));

/** The server also rejects common passwords and the person's own names. */
const password = z
  .string()
  .min(PASSWORD_LENGTH.least, `Password must be at least ${PASSWORD_LENGTH.least} characters`)
  .max(PASSWORD_LENGTH.most);

export const RegisterBody = z.strictObject({
  username: z
    .string()
    .overwrite(cleaned)
    .min(3, 'Username must be at least 3 characters')
    .max(30, 'Username must be at most 30 characters')
    .regex(/^[A-Za-z0-9._-]+$/, 'Use the letters A to Z, digits, dots, dashes, and underscores')
    .regex(/[A-Za-z]/, 'Use at least one letter')
    .refine(
      (username) => !isReserved(username),
      'This username is reserved for Courtly. Please choose another one.',
    ),
  email,
  password,
  firstName,
  lastName,
  phone,
  role: z.enum(['player', 'owner'], 'Please select a role').default('player'),
});
export type RegisterBody = z.infer<typeof RegisterBody>;

export const LoginBody = z.strictObject({
  email,
  password: z.string().min(6, 'Password must be at least 6 characters').max(200),
});
export type LoginBody = z.infer<typeof LoginBody>;

export const ChangePasswordBody = z.strictObject({
  currentPassword: z.string().min(1, 'Enter your current password').max(200),
  newPassword: password,
});
export type ChangePasswordBody = z.infer<typeof ChangePasswordBody>;

export const ChangeProfileBody = z.strictObject({
  firstName,
  lastName,
  phone,
  homeCity: oneLine({ most: 80 }).describe('The usual city of play; may be empty.'),
});
export type ChangeProfileBody = z.infer<typeof ChangeProfileBody>;

/** A new set of preferences replaces the previous one. */
export const Preferences = z.strictObject({
  skillLevel: SkillLevel.nullable(),
  surfaces: z.array(Surface.exclude(['other'])).max(3),
  socialTags: z.array(SocialTag).max(8),
});
export type Preferences = z.infer<typeof Preferences>;

/**
 * Who can see a player's page and history. Only opponents ever see times and private courts.
 * `opponents`: people with whom the player has a match, a confirmed booking, or a challenge.
 */
export const PageAudience = z.enum(['everyone', 'opponents', 'only_me']);
export type PageAudience = z.infer<typeof PageAudience>;

export const ChangePrivacyBody = z.strictObject({ pageAudience: PageAudience });
export type ChangePrivacyBody = z.infer<typeof ChangePrivacyBody>;

/** The signed-in user's own account. */
export const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isEmailVerified: z
    .boolean()
    .describe(
      'Whether the email counts for invitations and matches that name it, and allows second factors and linked accounts.',
    ),
  emailBouncedAt: z
    .string()
    .optional()
    .describe(
      'When the mail server rejected the email (UTC). Until it is verified or changed, it gets no emails.',
    ),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  avatar: z
    .string()
    .nullable()
    .describe('The URL of the profile picture. Only its owner can see it.'),
  role: Role,
  membershipTier: z.enum(['free', 'elite']),
  homeCity: z.string(),
  ...Preferences.shape,
  pageAudience: PageAudience,
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

export const RequestPasswordResetBody = z.strictObject({ email });
export type RequestPasswordResetBody = z.infer<typeof RequestPasswordResetBody>;

export const ResetPasswordBody = z.strictObject({ newPassword: password });
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>;

/** One browser session of the caller. */
export const Session = z.object({
  key: z.string().describe('Identifies the session in the call that ends it. Not a credential.'),
  browser: z.string().describe('Such as "Firefox on Linux".'),
  since: z.string(),
  lastSeen: z.string().describe('Accurate to the hour.'),
  isCurrent: z.boolean().describe('Whether the request came from this session.'),
  usedSecondFactor: z.boolean().describe('Whether it was started with a second factor.'),
});
export type Session = z.infer<typeof Session>;

export const identityRoutes = {
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create a player or owner account and sign in.',
    access: 'anyone',
    body: RegisterBody,
    status: 201,
    response: User,
    errors: ['taken', 'conflict', 'suspended', 'too_many_requests', 'store_unavailable'],
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in.',
    access: 'anyone',
    body: LoginBody,
    status: 200,
    response: User,
    errors: [
      'wrong_credentials',
      'second_factor_pending',
      'suspended',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out.',
    access: 'anyone',
    status: 204,
    response: z.undefined(),
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'Get the signed-in user.',
    access: 'signedIn',
    status: 200,
    response: User,
  }),
  changeProfile: route({
    method: 'PATCH',
    path: '/api/auth/me',
    summary: "Update the caller's name, phone number, and home city.",
    access: 'signedIn',
    body: ChangeProfileBody,
    status: 200,
    response: User,
    errors: ['conflict', 'store_unavailable'],
  }),
  changePassword: route({
    method: 'PUT',
    path: '/api/auth/me/password',
    summary: "Change the caller's password and end all other sessions.",
    access: 'signedIn',
    body: ChangePasswordBody,
    status: 204,
    response: z.undefined(),
    errors: ['second_factor_required', 'conflict', 'store_unavailable'],
  }),
  changePreferences: route({
    method: 'PUT',
    path: '/api/auth/me/preferences',
    summary: "Set the caller's skill level, favorite surfaces, and play preferences.",
    access: 'signedIn',
    body: Preferences,
    status: 200,
    response: User,
    errors: ['conflict', 'store_unavailable'],
  }),
  changePrivacy: route({
    method: 'PUT',
    path: '/api/auth/me/privacy',
    summary: "Set who can see the caller's player page.",
    access: 'signedIn',
    body: ChangePrivacyBody,
    status: 200,
    response: User,
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/api/auth/password-resets',
    summary: 'Send a password reset link. The response does not reveal whether the account exists.',
    access: 'anyone',
    body: RequestPasswordResetBody,
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['too_many_requests', 'store_unavailable'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/password-resets/:token',
    summary: 'Set a new password with the token from the email and end all sessions.',
    access: 'anyone',
    params: z.object({ token: z.string().max(200) }),
    body: ResetPasswordBody,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: "List the caller's sessions, most recently used first.",
    access: 'signedIn',
    status: 200,
    response: z.array(Session),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionKey',
    summary: "End one of the caller's sessions.",
    access: 'signedIn',
    params: z.object({ sessionKey: z.string().max(100) }),
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'store_unavailable'],
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: "End all of the caller's other sessions.",
    access: 'signedIn',
    status: 204,
    response: z.undefined(),
    errors: ['store_unavailable'],
  }),
};
