import { z } from 'zod';
import { oneLine } from './fields.js';
import { ChangePasswordBody, User } from './identity.js';
import { route } from './route.js';

export const SecondFactorKind = z.enum(['totp', 'passkey']);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** The number of recovery codes in one set. */
export const RECOVERY_CODES = 10;

/** A code from an authenticator app, or a recovery code. Spaces, dashes, and case are ignored. */
const code = z
  .string()
  .max(40)
  .transform((codeText) => codeText.replace(/[\s-]/g, '').toLowerCase())
  .pipe(
    z
      .string()
      .regex(
        /^(?:\d{6}|[0-9a-z]{10})$/,
        'Enter the 6-digit code from your app, or a recovery code',
      ),
  );

const { currentPassword } = ChangePasswordBody.shape;

/** WebAuthn data as JSON. Only the browser and the server's library interpret it. */
const webAuthnJson = z.record(z.string().max(100), z.unknown());
const passkey = webAuthnJson.describe('What `navigator.credentials` returned, as JSON.');

const oneProof = {
  path: ['code'],
  error: 'Enter a code, or use a passkey',
};
const hasOneProof = (proof: SecondStepProof) =>
  (proof.code === undefined) !== (proof.passkey === undefined);

const secondStepProof = { code: code.optional(), passkey: passkey.optional() };
export type SecondStepProof = Readonly<{
  code?: string | undefined;
  passkey?: Record<string, unknown> | undefined;
}>;

/** One way to prove a sign-in in addition to the password. */
export const SecondFactor = z.object({
  id: z.string(),
  kind: SecondFactorKind,
  name: z.string().describe('The name that the caller gave it; may be empty.'),
  addedAt: z.string(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The second factors of the caller, without their secrets. */
export const SecondFactors = z.object({
  factors: z.array(SecondFactor).describe('Oldest first.'),
  recoveryCodesLeft: z.number().int().min(0),
  isRequired: z.boolean().describe("Whether one of the caller's roles needs a second factor."),
  isUsed: z.boolean().describe('Whether this session was started with a second factor.'),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

export const StartTotpBody = z.strictObject({ currentPassword });
export type StartTotpBody = z.infer<typeof StartTotpBody>;

/** The secret is shown only once. It becomes valid once a code has confirmed it. */
export const TotpEnrollment = z.object({
  factorId: z.string(),
  key: z.string().describe('The secret in base32, for typing into an app.'),
  uri: z.string().describe('The same secret as an `otpauth` URI.'),
  recoveryCodes: z
    .array(z.string())
    .describe('Each works once, after the confirmation. Empty if the caller already has some.'),
});
export type TotpEnrollment = z.infer<typeof TotpEnrollment>;

export const ConfirmTotpBody = z.strictObject({ code });
export type ConfirmTotpBody = z.infer<typeof ConfirmTotpBody>;

/** Proves that the caller has both the password and a second factor. */
export const ProofBody = z
  .strictObject({ currentPassword, ...secondStepProof })
  .refine(hasOneProof, oneProof);
export type ProofBody = z.infer<typeof ProofBody>;

const ticket = z.string().max(1_000).describe('From `details.ticket` of the sign-in.');

export const FinishLoginBody = z
  .strictObject({ ticket, ...secondStepProof })
  .refine(hasOneProof, oneProof);
export type FinishLoginBody = z.infer<typeof FinishLoginBody>;

export const StartPasskeyBody = StartTotpBody;

/** The passkey becomes valid only after the browser has created it. */
export const PasskeyEnrollment = z.object({
  factorId: z.string(),
  options: webAuthnJson.describe('For `navigator.credentials.create`.'),
  recoveryCodes: TotpEnrollment.shape.recoveryCodes,
});
export type PasskeyEnrollment = z.infer<typeof PasskeyEnrollment>;

export const ConfirmPasskeyBody = z.strictObject({
  name: oneLine({ least: 1, most: 60, tooShort: 'Enter a name' }),
  passkey,
});
export type ConfirmPasskeyBody = z.infer<typeof ConfirmPasskeyBody>;

const PasskeyRequest = z.object({
  options: webAuthnJson.describe('For `navigator.credentials.get`. Valid once.'),
});

/** The details of `second_factor_pending`. */
export const PendingLogin = z.object({
  ticket: z
    .string()
    .describe('Proves the password for five minutes. Only the second step accepts it.'),
  kinds: z.array(SecondFactorKind),
});
export type PendingLogin = z.infer<typeof PendingLogin>;

export const secondFactorRoutes = {
  finishLogin: route({
    method: 'POST',
    path: '/api/auth/login/second-step',
    summary:
      'Finish a sign-in with a code from the authenticator app, a recovery code, or a passkey.',
    access: 'anyone',
    body: FinishLoginBody,
    status: 200,
    response: User,
    errors: [
      'wrong_credentials',
      'not_signed_in',
      'suspended',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  loginPasskeyOptions: route({
    method: 'POST',
    path: '/api/auth/login/passkey-options',
    summary: 'Get the options for finishing a sign-in with a passkey.',
    access: 'anyone',
    body: z.strictObject({ ticket }),
    status: 200,
    response: PasskeyRequest,
    errors: [
      'wrong_credentials',
      'not_signed_in',
      'suspended',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  passkeyOptions: route({
    method: 'POST',
    path: '/api/auth/second-factors/passkey-options',
    summary: 'Get the options for proving a passkey before a change of second factors.',
    access: 'signedIn',
    status: 200,
    response: PasskeyRequest,
    errors: ['store_unavailable'],
  }),
  startPasskey: route({
    method: 'POST',
    path: '/api/auth/second-factors/passkeys',
    summary: 'Get the options for creating a passkey.',
    access: 'signedIn',
    body: StartPasskeyBody,
    status: 201,
    response: PasskeyEnrollment,
    errors: [
      'email_unverified',
      'second_factor_required',
      'wrong_status',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  confirmPasskey: route({
    method: 'PUT',
    path: '/api/auth/second-factors/passkeys/:factorId',
    summary: 'Add the passkey that the browser created. All other sessions end.',
    access: 'signedIn',
    params: z.object({ factorId: z.string().max(100) }),
    body: ConfirmPasskeyBody,
    status: 200,
    response: SecondFactors,
    errors: [
      'email_unverified',
      'second_factor_required',
      'wrong_status',
      'conflict',
      'store_unavailable',
    ],
  }),
  showSecondFactors: route({
    method: 'GET',
    path: '/api/auth/second-factors',
    summary: "Get the caller's second factors, without secrets.",
    access: 'signedIn',
    status: 200,
    response: SecondFactors,
    errors: ['store_unavailable'],
  }),
  startTotp: route({
    method: 'POST',
    path: '/api/auth/second-factors/totp',
    summary: 'Get a key for an authenticator app. It counts once a code confirms it.',
    access: 'signedIn',
    body: StartTotpBody,
    status: 201,
    response: TotpEnrollment,
    errors: [
      'email_unverified',
      'second_factor_required',
      'wrong_status',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  confirmTotp: route({
    method: 'PUT',
    path: '/api/auth/second-factors/totp/:factorId',
    summary: 'Confirm the key with a code from the app. All other sessions end.',
    access: 'signedIn',
    params: z.object({ factorId: z.string().max(100) }),
    body: ConfirmTotpBody,
    status: 200,
    response: SecondFactors,
    errors: [
      'not_found',
      'email_unverified',
      'second_factor_required',
      'wrong_status',
      'conflict',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  removeSecondFactor: route({
    method: 'POST',
    path: '/api/auth/second-factors/:factorId/removal',
    summary:
      'Remove a second factor. All other sessions end. Removing the last one also removes the recovery codes.',
    access: 'signedIn',
    params: z.object({ factorId: z.string().max(100) }),
    body: ProofBody,
    status: 200,
    response: SecondFactors,
    errors: ['not_found', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
  issueRecoveryCodes: route({
    method: 'POST',
    path: '/api/auth/second-factors/recovery-codes',
    summary: 'Replace the recovery codes. Only this response shows them.',
    access: 'signedIn',
    body: ProofBody,
    status: 201,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['wrong_status', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
};
