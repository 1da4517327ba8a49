import { invalidRequest, StripeApiError } from './api-error.js';

/** Which keys are taken; without one, any of its kind for tests. */
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

/** Whether a call comes from a browser with the publishable key; refuses with 401 what is no key of ours. */
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
      'This is the development stand-in for Stripe. It takes no live keys: keep them away from it.',
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
