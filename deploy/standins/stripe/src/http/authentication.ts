import { invalidRequest, StripeApiError } from './api-error.js';

/** The accepted keys. If one is not set, any test key of its kind is accepted. */
export type AcceptedKeys = Readonly<{ secret?: string; publishable?: string }>;

const readApiKey = (authorizationHeader: string | undefined): string | undefined => {
  const [authScheme, credentials] = authorizationHeader?.split(' ') ?? [];
  if (authScheme === 'Bearer') return credentials;
  if (authScheme === 'Basic' && credentials)
    return Buffer.from(credentials, 'base64').toString().split(':')[0];
  return undefined;
};

const unauthorizedError = (errorMessage: string) =>
  new StripeApiError(401, { type: 'invalid_request_error', message: errorMessage });

const maskKey = (apiKey: string) => `${apiKey.slice(0, 8)}****${apiKey.slice(-4)}`;

/** Returns whether a call uses the publishable key. Throws 401 for an invalid key. */
export function authenticateBrowser(
  authorizationHeader: string | undefined,
  formKey: unknown,
  acceptedKeys: AcceptedKeys,
): boolean {
  const presentedKey =
    readApiKey(authorizationHeader) || (typeof formKey === 'string' ? formKey : '');
  if (!presentedKey)
    throw unauthorizedError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (/^[spr]k_live_/.test(presentedKey))
    throw unauthorizedError(
      'This is the development stand-in for Stripe. It accepts no live keys: do not send them here.',
    );
  const isPublishable = presentedKey.startsWith('pk_');
  const expectedKey = isPublishable ? acceptedKeys.publishable : acceptedKeys.secret;
  const testKeyPattern = isPublishable ? /^pk_test_\w+$/ : /^[sr]k_test_\w+$/;
  if (expectedKey === undefined ? !testKeyPattern.test(presentedKey) : presentedKey !== expectedKey)
    throw unauthorizedError(`Invalid API Key provided: ${maskKey(presentedKey)}`);
  return isPublishable;
}

export const secretKeyRequired = (): StripeApiError =>
  invalidRequest(
    'This API call cannot be made with a publishable API key. Please use a secret API key.',
    { code: 'secret_key_required' },
    403,
  );
