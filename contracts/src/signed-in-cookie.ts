/**
 * A script-readable hint that this browser has a session, so visitors skip the session request. It
 * is not a credential. Separate file, because every page loads it and must not load zod.
 */
export const SIGNED_IN_COOKIE = 'courtly_signed_in';
