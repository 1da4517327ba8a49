/**
 * A hint for scripts that this browser has a session, so that visitors skip the session request. It
 * is not a credential. A separate file, because every page loads it and must not load zod.
 */
export const SIGNED_IN_COOKIE = 'courtly_signed_in';
