import { z } from 'zod';
import { ChangePasswordBody, RegisterBody, User } from './identity.js';
import { route } from './route.js';

/** The providers that can identify a person through OpenID Connect. */
export const Provider = z.enum(['google', 'apple']);
export type Provider = z.infer<typeof Provider>;

const { currentPassword } = ChangePasswordBody.shape;
const { username, firstName, lastName, phone, role } = RegisterBody.shape;

const ofProvider = z.object({ provider: Provider });

/**
 * A value that a provider sends back through the browser. Other values that it may send are
 * dropped.
 */
const responseValue = z.string().max(4_000).optional();
const providerResponse = {
  code: responseValue,
  state: responseValue,
  iss: responseValue,
  error: responseValue,
};
const ProviderResponse = z.object({
  ...providerResponse,
  user: responseValue.describe('Sent by Apple only once: the name as JSON, unverified.'),
});
export type ProviderResponse = z.infer<typeof ProviderResponse>;

export const FinishProviderLoginBody = z.strictObject(providerResponse);
export type FinishProviderLoginBody = z.infer<typeof FinishProviderLoginBody>;

const ProviderRequest = z.object({
  url: z.string().describe('The page of the provider to open in this browser.'),
});
export type ProviderRequest = z.infer<typeof ProviderRequest>;

/** The result of a sign-in at a provider. */
export const ProviderLogin = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signedIn'), user: User }),
  z
    .object({ outcome: z.literal('linked') })
    .describe('The provider account was linked to the account of this session.'),
  z
    .object({
      outcome: z.literal('unregistered'),
      ticket: z
        .string()
        .describe('Proves the email for 15 minutes. Only a registration accepts it.'),
      email: z.string(),
      firstName: z.string().describe('May be empty.'),
      lastName: z.string().describe('May be empty.'),
    })
    .describe('There is no account with this provider account or its email.'),
]);
export type ProviderLogin = z.infer<typeof ProviderLogin>;

export const RegisterWithProviderBody = z.strictObject({
  ticket: z.string().max(4_000),
  username,
  firstName,
  lastName,
  phone,
  role,
});
export type RegisterWithProviderBody = z.infer<typeof RegisterWithProviderBody>;

/** An account at a provider that can sign in to the caller's account. */
export const ProviderAccount = z.object({
  provider: Provider,
  email: z.string().describe('The email at the provider; may be empty.'),
  linkedAt: z.string(),
});
export type ProviderAccount = z.infer<typeof ProviderAccount>;

export const PasswordProofBody = z.strictObject({ currentPassword });
export type PasswordProofBody = z.infer<typeof PasswordProofBody>;

const callback = {
  path: '/api/auth/providers/:provider/callback',
  access: 'anyone',
  params: ofProvider,
  status: 303,
  response: z.object({ url: z.string() }),
  errors: ['not_found'],
} as const;

export const providerAccountRoutes = {
  listProviders: route({
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'List the providers that are configured.',
    access: 'anyone',
    status: 200,
    response: z.array(Provider),
  }),
  startProviderLogin: route({
    method: 'POST',
    path: '/api/auth/providers/:provider/login',
    summary: 'Start a sign-in at a provider. Its state is in a cookie for ten minutes.',
    access: 'anyone',
    params: ofProvider,
    status: 200,
    response: ProviderRequest,
    errors: ['not_found', 'too_many_requests', 'provider_unavailable', 'store_unavailable'],
  }),
  startProviderLink: route({
    method: 'POST',
    path: '/api/auth/providers/:provider/link',
    summary: "Start linking an account at a provider to the caller's account.",
    access: 'signedIn',
    params: ofProvider,
    body: PasswordProofBody,
    status: 200,
    response: ProviderRequest,
    errors: [
      'not_found',
      'email_unverified',
      'second_factor_required',
      'wrong_status',
      'provider_unavailable',
      'store_unavailable',
    ],
  }),
  providerCallback: route({
    ...callback,
    method: 'GET',
    summary: 'Redirect from a provider back to the website. It changes nothing.',
    query: ProviderResponse,
  }),
  providerFormCallback: route({
    ...callback,
    method: 'POST',
    kind: 'form',
    isCrossSite: true,
    summary: 'Redirect from a provider that posts a form back to the website. It changes nothing.',
    body: ProviderResponse,
  }),
  finishProviderLogin: route({
    method: 'POST',
    path: '/api/auth/providers/:provider/finish',
    summary: 'Finish a sign-in or a link with what the provider sent to the callback.',
    access: 'anyone',
    params: ofProvider,
    body: FinishProviderLoginBody,
    status: 200,
    response: ProviderLogin,
    errors: [
      'not_found',
      'not_signed_in',
      'wrong_credentials',
      'second_factor_pending',
      'forbidden',
      'suspended',
      'taken',
      'wrong_status',
      'conflict',
      'too_many_requests',
      'provider_unavailable',
      'store_unavailable',
    ],
  }),
  registerWithProvider: route({
    method: 'POST',
    path: '/api/auth/providers/registrations',
    summary: 'Create an account without a password, with a verified email, and sign in.',
    access: 'anyone',
    body: RegisterWithProviderBody,
    status: 201,
    response: User,
    errors: [
      'not_found',
      'not_signed_in',
      'wrong_credentials',
      'second_factor_pending',
      'taken',
      'conflict',
      'suspended',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  listProviderAccounts: route({
    method: 'GET',
    path: '/api/auth/provider-accounts',
    summary: "List the provider accounts that sign in to the caller's account.",
    access: 'signedIn',
    status: 200,
    response: z.array(ProviderAccount),
    errors: ['store_unavailable'],
  }),
  unlinkProviderAccount: route({
    method: 'POST',
    path: '/api/auth/provider-accounts/:provider/removal',
    summary: 'Unlink a provider account. The password is needed and remains. Other sessions end.',
    access: 'signedIn',
    params: ofProvider,
    body: PasswordProofBody,
    status: 200,
    response: z.array(ProviderAccount),
    errors: ['not_found', 'second_factor_required', 'conflict', 'store_unavailable'],
  }),
};
