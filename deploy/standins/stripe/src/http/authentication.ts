import { invalidRequest, Refusal } from './refusal.js';

/** Which keys are taken; without one, any of its kind for tests. */
export type Keys = Readonly<{ secret?: string; publishable?: string }>;

const given = (header: string | undefined): string | undefined => {
  const [scheme, value] = header?.split(' ') ?? [];
  if (scheme === 'Bearer') return value;
  if (scheme === 'Basic' && value) return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
};

const unauthorized = (message: string) =>
  new Refusal(401, { type: 'invalid_request_error', message });

const masked = (key: string) => `${key.slice(0, 8)}****${key.slice(-4)}`;

/** Whether a call comes from a browser with the publishable key; refuses with 401 what is no key of ours. */
export function isBrowser(header: string | undefined, formKey: unknown, keys: Keys): boolean {
  const key = given(header) || (typeof formKey === 'string' ? formKey : '');
  if (!key)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (/^[spr]k_live_/.test(key))
    throw unauthorized(
      'This is the development stand-in for Stripe. It takes no live keys: keep them away from it.',
    );
  const isPublishable = key.startsWith('pk_');
  const expected = isPublishable ? keys.publishable : keys.secret;
  const pattern = isPublishable ? /^pk_test_\w+$/ : /^[sr]k_test_\w+$/;
  if (expected === undefined ? !pattern.test(key) : key !== expected)
    throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
  return isPublishable;
}

export const secretKeyRequired = (): Refusal =>
  invalidRequest(
    'This API call cannot be made with a publishable API key. Please use a secret API key.',
    { code: 'secret_key_required' },
    403,
  );
