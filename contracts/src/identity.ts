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

const firstName = z.string().trim().min(2, 'First name must be at least 2 characters').max(80);
const lastName = z.string().trim().min(2, 'Last name must be at least 2 characters').max(80);
const phone = z.string().trim().min(10, 'Phone number must be at least 10 characters').max(30);
const email = z.email('Please enter a valid email').max(254).toLowerCase();

export const Register = z.strictObject({
  username: z
    .string()
    .min(3, 'Username must be at least 3 characters')
    .max(40)
    .regex(/^[\p{L}\p{N}._-]+$/u, 'Use letters, digits, dots, dashes and underscores'),
  email,
  password: z.string().min(8, 'Password must be at least 8 characters').max(200),
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
  avatar: z.string().nullable(),
  role: Role,
  membershipTier: z.enum(['free', 'elite']),
  homeCity: z.string(),
  ...Preferences.shape,
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

export const identityRoutes = {
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account as a player or an owner, and sign in',
    access: 'anyone',
    body: Register,
    status: 201,
    answer: User,
    refusals: ['taken', 'too_many_requests', 'store_unavailable'],
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    access: 'anyone',
    body: Login,
    status: 200,
    answer: User,
    refusals: ['wrong_credentials', 'too_many_requests', 'store_unavailable'],
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the session',
    access: 'anyone',
    status: 204,
    answer: z.undefined(),
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The signed-in person',
    access: 'signedIn',
    status: 200,
    answer: User,
  }),
  changeProfile: route({
    method: 'PATCH',
    path: '/api/auth/me',
    summary: "Change the caller's name, phone and home city",
    access: 'signedIn',
    body: ChangeProfile,
    status: 200,
    answer: User,
    refusals: ['conflict', 'store_unavailable'],
  }),
  changePreferences: route({
    method: 'PUT',
    path: '/api/auth/me/preferences',
    summary: "Set the caller's level, favourite surfaces and ways of playing",
    access: 'signedIn',
    body: Preferences,
    status: 200,
    answer: User,
    refusals: ['conflict', 'store_unavailable'],
  }),
};
