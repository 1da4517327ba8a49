import { z } from 'zod';
import { Surface } from './courts.js';
import { route } from './route.js';

export const Role = z.enum(['player', 'owner', 'host', 'admin']);
export type Role = z.infer<typeof Role>;

export const SkillLevel = z.enum(['2.5', '3.0', '3.5', '4.0', '4.5', '5.0', '5.5', '6.0+']);
export type SkillLevel = z.infer<typeof SkillLevel>;

/** How a player likes to play, for others to see. */
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

/** Nothing that hides in a line, breaks it, or turns its direction: control and format characters, line separators. */
const plainName = (what: string) =>
  z
    .string()
    .trim()
    .min(2, `${what} must be at least 2 characters`)
    .max(80)
    .regex(
      /^[^\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]*$/u,
      `${what} must be on one line, without invisible characters`,
    );

const firstName = plainName('First name');
const lastName = plainName('Last name');
const phone = z
  .string()
  .trim()
  .min(10, 'Phone number must be at least 10 characters')
  .max(30)
  .regex(/^[\d +().-]*$/, 'Use digits, spaces and + ( ) . - for the phone number')
  .refine(
    (text) => text.length < 10 || /^(?:\D*\d){7,15}\D*$/.test(text),
    'A phone number has 7 to 15 digits',
  );
const email = z.email('Please enter a valid email').max(254).toLowerCase();

/** Names that would pass for the house or its staff, however they are punctuated. */
const reservedNames = new Set(
  `courtly admin administrator support help helpdesk host hosts owner owners staff team moderator mod official operator
  api root system sysadmin security billing payments payouts refunds info contact webmaster postmaster noreply abuse
  legal privacy sales press null undefined anonymous visitor`.split(/\s+/),
);
const isReserved = (name: string): boolean =>
  reservedNames.has(name.toLowerCase().replace(/[._-]/g, ''));

/** Common ones and the person's own names are refused as well, once it is known whose it becomes. */
const password = z.string().min(8, 'Password must be at least 8 characters').max(200);

export const Register = z.strictObject({
  username: z
    .string()
    .min(3, 'Username must be at least 3 characters')
    .max(30, 'Username must be at most 30 characters')
    .regex(/^[A-Za-z0-9._-]+$/, 'Use the letters A to Z, digits, dots, dashes and underscores')
    .regex(/[A-Za-z]/, 'Use at least one letter')
    .refine(
      (name) => !isReserved(name),
      'This username speaks for Courtly. Please choose another.',
    ),
  email,
  password,
  firstName,
  lastName,
  phone,
  role: z.enum(['player', 'owner'], 'Please select a role').default('player'),
});
export type Register = z.infer<typeof Register>;

export const Login = z.strictObject({
  email,
  password: z.string().min(6, 'Password must be at least 6 characters').max(200),
});
export type Login = z.infer<typeof Login>;

export const ChangePassword = z.strictObject({
  currentPassword: z.string().min(1, 'Enter your current password').max(200),
  newPassword: password,
});
export type ChangePassword = z.infer<typeof ChangePassword>;

export const ChangeProfile = z.strictObject({
  firstName,
  lastName,
  phone,
  homeCity: z.string().trim().max(80).describe('where the person mostly plays; empty is not said'),
});
export type ChangeProfile = z.infer<typeof ChangeProfile>;

/** What a player likes; one set replaces the one before. */
export const Preferences = z.strictObject({
  skillLevel: SkillLevel.nullable(),
  surfaces: z.array(Surface.exclude(['other'])).max(3),
  socialTags: z.array(SocialTag).max(8),
});
export type Preferences = z.infer<typeof Preferences>;

/** The signed-in person, as that person sees it. */
export const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  avatar: z
    .string()
    .nullable()
    .describe('the address of their picture, which they alone are shown'),
  role: Role,
  membershipTier: z.enum(['free', 'elite']),
  homeCity: z.string(),
  ...Preferences.shape,
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

export const RequestPasswordReset = z.strictObject({ email });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const ResetPassword = z.strictObject({ newPassword: password });
export type ResetPassword = z.infer<typeof ResetPassword>;

/** One browser in which the caller is signed in. */
export const Session = z.object({
  key: z.string().describe('names it in the call that ends it; opens nothing'),
  browser: z.string().describe('in words, such as Firefox on Linux'),
  since: z.string(),
  lastSeen: z.string().describe('to the hour'),
  isCurrent: z.boolean().describe('whether this call came from it'),
});
export type Session = z.infer<typeof Session>;

export const identityRoutes = {
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account as a player or an owner, and sign in',
    access: 'anyone',
    body: Register,
    status: 201,
    response: User,
    errors: ['taken', 'too_many_requests', 'store_unavailable'],
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    access: 'anyone',
    body: Login,
    status: 200,
    response: User,
    errors: ['wrong_credentials', 'suspended', 'too_many_requests', 'store_unavailable'],
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the session',
    access: 'anyone',
    status: 204,
    response: z.undefined(),
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The signed-in person',
    access: 'signedIn',
    status: 200,
    response: User,
  }),
  changeProfile: route({
    method: 'PATCH',
    path: '/api/auth/me',
    summary: "Change the caller's name, phone and home city",
    access: 'signedIn',
    body: ChangeProfile,
    status: 200,
    response: User,
    errors: ['conflict', 'store_unavailable'],
  }),
  changePassword: route({
    method: 'PUT',
    path: '/api/auth/me/password',
    summary: "Change the caller's password, and end all their other sessions",
    access: 'signedIn',
    body: ChangePassword,
    status: 204,
    response: z.undefined(),
    errors: ['conflict', 'store_unavailable'],
  }),
  changePreferences: route({
    method: 'PUT',
    path: '/api/auth/me/preferences',
    summary: "Set the caller's level, favourite surfaces and ways of playing",
    access: 'signedIn',
    body: Preferences,
    status: 200,
    response: User,
    errors: ['conflict', 'store_unavailable'],
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/api/auth/password-resets',
    summary:
      'Have a link to a new password sent; the answer does not tell whether there is such an account',
    access: 'anyone',
    body: RequestPasswordReset,
    status: 202,
    response: z.object({ message: z.string() }),
    errors: ['too_many_requests', 'store_unavailable'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/password-resets/:token',
    summary: 'Set a new password by the link of a mail, and end all sessions of the person',
    access: 'anyone',
    params: z.object({ token: z.string().max(200) }),
    body: ResetPassword,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'The browsers in which the caller is signed in, the last used first',
    access: 'signedIn',
    status: 200,
    response: z.array(Session),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionKey',
    summary: 'Sign the caller out in one browser',
    access: 'signedIn',
    params: z.object({ sessionKey: z.string().max(100) }),
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'store_unavailable'],
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'Sign the caller out in every other browser',
    access: 'signedIn',
    status: 204,
    response: z.undefined(),
    errors: ['store_unavailable'],
  }),
};
