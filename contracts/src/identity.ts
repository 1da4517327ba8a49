import { z } from 'zod';
import { route } from './route.js';

export const Role = z.enum(['player', 'owner', 'host', 'admin']);
export type Role = z.infer<typeof Role>;

const email = z.email('Please enter a valid email').max(254).toLowerCase();

export const Register = z.strictObject({
  username: z
    .string()
    .min(3, 'Username must be at least 3 characters')
    .max(40)
    .regex(/^[\p{L}\p{N}._-]+$/u, 'Use letters, digits, dots, dashes and underscores'),
  email,
  password: z.string().min(8, 'Password must be at least 8 characters').max(200),
  firstName: z.string().trim().min(2, 'First name must be at least 2 characters').max(80),
  lastName: z.string().trim().min(2, 'Last name must be at least 2 characters').max(80),
  phone: z.string().trim().min(10, 'Phone number must be at least 10 characters').max(30),
  role: z.enum(['player', 'owner'], 'Please select a role').default('player'),
});
export type Register = z.infer<typeof Register>;

export const Login = z.strictObject({
  email,
  password: z.string().min(6, 'Password must be at least 6 characters').max(200),
});
export type Login = z.infer<typeof Login>;

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
  skillLevel: z.string().nullable(),
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
};
