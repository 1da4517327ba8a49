import { createPrivateKey } from 'node:crypto';
import type { Provider } from '@courtly/contracts/provider-accounts';
import type { Request } from 'express';
import { SignJWT } from 'jose';
import * as client from 'openid-client';
import { type AuthenticateOptions, Strategy } from 'openid-client/passport';
import type { Config } from '../../../config.js';
import { HOUR_MS } from '../../../platform/kernel/local-time.js';

/** Apple's address in the audience of client secrets, even if a test uses another issuer. */
const APPLE_AUDIENCE = 'https://appleid.apple.com';
/** The timeout for one call to a provider. */
const TIMEOUT_S = 4;
const CLOCK_TOLERANCE_S = 30;
/** How long a provider's endpoints are used before they are looked up again. */
export const STRATEGY_LIFETIME_MS = HOUR_MS;
const APPLE_SECRET_LIFETIME_S = 3 * 60 * 60;

/** The values that a sign-in at a provider must match. openid-client keeps them in a session. */
export type ProviderChecks = Readonly<{ code_verifier: string; state: string; nonce: string }>;
type SessionHolder = { session: { checks?: ProviderChecks }; url: string };

/** Adds state and nonce to every request. The library adds PKCE. */
class ProviderStrategy extends Strategy {
  override authorizationRequestParams<T extends AuthenticateOptions>(request: Request, options: T) {
    const params = new URLSearchParams(super.authorizationRequestParams(request, options));
    params.set('state', client.randomState());
    params.set('nonce', client.randomNonce());
    // Apple returns names and emails only in a POST request.
    if (this.name === 'apple') params.set('response_mode', 'form_post');
    return params;
  }

  override currentUrl({ url }: Pick<Request, 'url'>): URL {
    return new URL(url);
  }

  override shouldInitiateAuthRequest(_request: Request, { search }: URL): boolean {
    return search === '';
  }
}

/** Apple's client secret is a token that is signed with the private key. */
const appleSecret = ({
  APPLE_CLIENT_ID,
  APPLE_TEAM_ID,
  APPLE_KEY_ID,
  APPLE_PRIVATE_KEY,
}: Config): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: APPLE_KEY_ID! })
    .setIssuer(APPLE_TEAM_ID!)
    .setSubject(APPLE_CLIENT_ID!)
    .setAudience(APPLE_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${APPLE_SECRET_LIFETIME_S} s`)
    .sign(createPrivateKey(APPLE_PRIVATE_KEY!));

const settingsOf = async (provider: Provider, config: Config) =>
  provider === 'google'
    ? {
        issuer: config.GOOGLE_URL,
        clientId: config.GOOGLE_CLIENT_ID!,
        secret: config.GOOGLE_CLIENT_SECRET!,
        scope: 'openid email profile',
      }
    : {
        issuer: config.APPLE_URL,
        clientId: config.APPLE_CLIENT_ID!,
        secret: await appleSecret(config),
        scope: 'openid email name',
      };

/** Looks up the endpoints of a provider. Its signatures are verified in addition to TLS. */
export const discoverStrategy = async (
  provider: Provider,
  config: Config,
  callbackURL: string,
): Promise<Strategy> => {
  const { issuer, clientId, secret, scope } = await settingsOf(provider, config);
  const isInsecure = new URL(issuer).protocol === 'http:';
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_S },
    client.ClientSecretPost(secret),
    {
      timeout: TIMEOUT_S,
      execute: [
        client.enableNonRepudiationChecks,
        ...(isInsecure ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  return new ProviderStrategy(
    { config: configuration, name: provider, callbackURL, scope, sessionKey: 'checks' },
    (tokens, verified) => verified(null, tokens.claims()),
  );
};

/**
 * Runs a strategy with a session that exists only for this request. Returns the provider's URL or
 * the claims of the ID token.
 */
const run = <T>(strategy: Strategy, request: SessionHolder): Promise<T> =>
  new Promise((resolve, reject) => {
    const actions = {
      redirect: resolve,
      success: resolve,
      error: reject,
      fail: ({ message }: { message: string }) => reject(new SignInRefused(message)),
    };
    const created = Object.assign(Object.create(strategy), actions) as {
      authenticate(request: SessionHolder, options: object): void;
    };
    created.authenticate(request, {});
  });

/** The person canceled, or the provider or the library rejected the sign-in. */
export class SignInRefused extends Error {}

export const requestSignIn = async (strategy: Strategy, callbackUrl: string) => {
  const request: SessionHolder = { session: {}, url: callbackUrl };
  const url = await run<string>(strategy, request);
  return { url, checks: request.session.checks! };
};

const outageCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
];

const isOutage = (error: unknown): boolean => {
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  if (error instanceof client.ClientError) return outageCodes.includes(error.code ?? '');
  return !(error instanceof client.AuthorizationResponseError);
};

/** @throws SignInRefused; other errors mean that the provider is unavailable */
export const finishSignIn = async (strategy: Strategy, url: string, checks: ProviderChecks) => {
  try {
    return await run<client.IDToken>(strategy, { session: { checks }, url });
  } catch (error) {
    if (error instanceof SignInRefused || isOutage(error)) throw error;
    const { message, code = '' } = error as Error & { code?: string };
    throw new SignInRefused(`${message} ${code}`.trim(), { cause: error });
  }
};
