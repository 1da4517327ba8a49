import { unsign } from 'cookie-signature';
import { LRUCache } from 'lru-cache';

export const SESSION_COOKIE = 'courtly';

const SIGNED = 's:';
const IN_HEADER = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]{1,300})(?:;|$)`);

/**
 * Finds the id of the session that a Cookie header names, as express-session signs it with one of these secrets; else null.
 * A browser sends the same cookie with every request: what was found well signed is believed from then on, of the last
 * `most` cookies, of some 120 bytes each.
 */
export const sessionIdReader = (secrets: readonly string[], most = 5_000) => {
  const verified = new LRUCache<string, string>({ max: most });
  return (header: string | undefined): string | null => {
    const cookie = IN_HEADER.exec(header ?? '')?.[1] ?? '';
    const known = verified.get(cookie);
    if (known) return known;
    const id = idIn(cookie, secrets);
    if (id) verified.set(cookie, id);
    return id;
  };
};

const idIn = (cookie: string, secrets: readonly string[]): string | null => {
  const text = decoded(cookie);
  if (!text.startsWith(SIGNED)) return null;
  for (const secret of secrets) {
    const id = unsign(text.slice(SIGNED.length), secret);
    if (id) return id;
  }
  return null;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};
