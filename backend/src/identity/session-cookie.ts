import { unsign } from 'cookie-signature';

export const SESSION_COOKIE = 'courtly';

const SIGNED = 's:';
const IN_HEADER = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]{1,300})(?:;|$)`);

/** The id of the session that a Cookie header names, as express-session signs it with one of these secrets; else null. */
export const sessionIdIn = (header: string | undefined, secrets: readonly string[]): string | null => {
  const text = decoded(IN_HEADER.exec(header ?? '')?.[1] ?? '');
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
