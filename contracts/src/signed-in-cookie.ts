/**
 * A cookie that scripts may read: this browser holds a session, so that a visitor's page need not ask. It proves nothing. It
 * stands in a file of its own, since every page loads it and schemas are heavy.
 */
export const SIGNED_IN_COOKIE = 'courtly_signed_in';
