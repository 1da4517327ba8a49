import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { MINUTE_MS } from '../../../platform/kernel/local-time.js';
import type { ProviderIdentity } from '../provider-accounts.js';
import { type SealedTickets, sealedTickets } from './sealed-tickets.service.js';

export const TICKET_LIFETIME_MS = 5 * MINUTE_MS;

/**
 * `stamp` identifies the password at that time. `identity` is set if the first step was at a
 * provider.
 */
export type SignInTicket = Readonly<{
  userId: string;
  stamp: string | null;
  identity?: ProviderIdentity;
}>;

/** Tickets that prove the first step until the second one is done. They grant nothing else. */
@Injectable()
export class SignInTickets implements SealedTickets<SignInTicket> {
  private readonly tickets: SealedTickets<SignInTicket>;

  constructor(@Inject(CONFIG) { SESSION_SECRETS }: Pick<Config, 'SESSION_SECRETS'>) {
    this.tickets = sealedTickets(SESSION_SECRETS, 'second step', TICKET_LIFETIME_MS);
  }

  issue(ticket: SignInTicket, nowMs: number): string {
    return this.tickets.issue(ticket, nowMs);
  }

  open(ticketText: string, nowMs: number): SignInTicket | null {
    return this.tickets.open(ticketText, nowMs);
  }
}
