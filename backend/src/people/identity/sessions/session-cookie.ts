import { unsign } from 'cookie-signature';
import { LRUCache } from 'lru-cache';

export const SESSION_COOKIE = 'courtly';

const SIGNED_PREFIX = 's:';
const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]{1,300})(?:;|$)`);

/**
 * Returns the session id in a Cookie header that express-session signed with one of the secrets, or
 * null. Caches the last `mostCookies` valid cookies, about 120 bytes each.
 */
export const sessionIdReader = (secrets: readonly string[], mostCookies = 5_000) => {
  const verifiedCookies = new LRUCache<string, string>({ max: mostCookies });
  return (cookieHeader: string | undefined): string | null => {
    const cookie = COOKIE_PATTERN.exec(cookieHeader ?? '')?.[1] ?? '';
    const verifiedSessionId = verifiedCookies.get(cookie);
    if (verifiedSessionId) return verifiedSessionId;
    const sessionId = sessionIdIn(cookie, secrets);
    if (sessionId) verifiedCookies.set(cookie, sessionId);
    return sessionId;
  };
};

const sessionIdIn = (cookie: string, secrets: readonly string[]): string | null => {
  const decodedCookie = decodeOrEmpty(cookie);
  if (!decodedCookie.startsWith(SIGNED_PREFIX)) return null;
  for (const secret of secrets) {
    const sessionId = unsign(decodedCookie.slice(SIGNED_PREFIX.length), secret);
    if (sessionId) return sessionId;
  }
  return null;
};

const decodeOrEmpty = (cookie: string): string => {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
};
