import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;
/**
 * The number of steps that are accepted before and after the current one, because clocks differ.
 */
const WINDOW = 1;

/** Time-based one-time passwords (RFC 6238) with the values that all apps support. */
const totpOf = (key: Uint8Array, label = '') =>
  new TOTP({
    issuer: 'Courtly',
    label,
    secret: new Secret({ buffer: Uint8Array.from(key).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_MS / 1_000,
  });

/**
 * The key in base32, and the URI that authenticator apps read. `label` names the account in the
 * app.
 */
export const totpTexts = (key: Uint8Array, label: string) => {
  const totp = totpOf(key, label);
  return { key: totp.secret.base32, uri: totp.toString() };
};

/** The time step in which a code is valid at an instant (UTC milliseconds), or null. */
export const timeStepOf = (key: Uint8Array, code: string, atMs: number): number | null => {
  const delta = totpOf(key).validate({ token: code, timestamp: atMs, window: WINDOW });
  return delta === null ? null : Math.floor(atMs / PERIOD_MS) + delta;
};
