import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type PasskeyJson = Record<string, unknown>;

/** Browsers refuse passkeys on IP addresses. The hostname of an IPv6 address is in brackets. */
export const supportsPasskeys = (hostname = location.hostname): boolean =>
  browserSupportsWebAuthn() && !/^(?:[\d.]+|\[.*\])$/.test(hostname);

/** Asks the browser to create a passkey. `options` come from the server. */
export const createPasskey = async (options: PasskeyJson): Promise<PasskeyJson> => ({
  ...(await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })),
});

/** Asks the browser to prove a passkey. `options` come from the server and work only once. */
export const provePasskey = async (options: PasskeyJson): Promise<PasskeyJson> => ({
  ...(await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })),
});
