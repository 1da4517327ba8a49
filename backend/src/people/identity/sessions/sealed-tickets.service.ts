import { type KeyObject, createSecretKey, hkdfSync } from 'node:crypto';
import { openSealed, sealText } from '../../../platform/kernel/sealing.js';

export type SealedTickets<T extends object> = Readonly<{
  /** `nowMs` is UTC in milliseconds. */
  issue(ticket: T, nowMs: number): string;
  /** Null for a ticket that is forged, expired, or issued for another purpose. */
  open(ticketText: string, nowMs: number): T | null;
}>;

/**
 * Short-lived tickets for one purpose, encrypted with the newest key from SESSION_SECRETS. The
 * server stores none of them.
 */
export const sealedTickets = <T extends object>(
  secrets: readonly string[],
  purpose: string,
  lifetimeMs: number,
): SealedTickets<T> => {
  const keys: readonly KeyObject[] = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'courtly sign-in tickets', 32))),
  );
  return {
    issue: (ticket, nowMs) =>
      sealText(keys[0]!, JSON.stringify({ ...ticket, expiresMs: nowMs + lifetimeMs }), purpose),
    open(ticketText, nowMs) {
      for (const key of keys)
        try {
          const opened = openSealed(key, ticketText, purpose).toString();
          const { expiresMs, ...ticket } = JSON.parse(opened) as T & { expiresMs: number };
          return nowMs < expiresMs ? (ticket as unknown as T) : null;
        } catch {
          // The ticket was sealed with another secret or forged.
        }
      return null;
    },
  };
};
