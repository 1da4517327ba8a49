import { type KeyObject, createSecretKey, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { MINUTE_MS } from '../../../platform/kernel/local-time.js';
import { openSealed, sealText } from '../../../platform/kernel/sealing.js';

export const TICKET_LIFETIME_MS = 5 * MINUTE_MS;
const PLACE = 'second step';

/** `stamp` identifies the password that was used. */
export type SignInTicket = Readonly<{ userId: string; stamp: string | null }>;
type SealedTicket = SignInTicket & Readonly<{ expiresMs: number }>;

/**
 * Tickets that prove a correct password until the second step, encrypted with a key from
 * SESSION_SECRETS. They grant nothing else, and the server stores none.
 */
@Injectable()
export class SignInTickets {
  private readonly keys: readonly KeyObject[];

  constructor(@Inject(CONFIG) { SESSION_SECRETS }: Pick<Config, 'SESSION_SECRETS'>) {
    this.keys = SESSION_SECRETS.map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'courtly sign-in tickets', 32))),
    );
  }

  /** `nowMs` is UTC in milliseconds. */
  issue(ticket: SignInTicket, nowMs: number): string {
    const sealedTicket: SealedTicket = { ...ticket, expiresMs: nowMs + TICKET_LIFETIME_MS };
    return sealText(this.keys[0]!, JSON.stringify(sealedTicket), PLACE);
  }

  /** Null for a forged or expired ticket. */
  open(ticketText: string, nowMs: number): SignInTicket | null {
    for (const key of this.keys)
      try {
        const opened = openSealed(key, ticketText, PLACE).toString();
        const { expiresMs, ...ticket } = JSON.parse(opened) as SealedTicket;
        return nowMs < expiresMs ? ticket : null;
      } catch {
        // Sealed with another secret, or forged.
      }
    return null;
  }
}
