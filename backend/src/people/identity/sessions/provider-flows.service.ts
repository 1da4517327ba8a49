import type { Provider } from '@courtly/contracts/provider-accounts';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import { Clock } from '../../../platform/kernel/clock.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { MINUTE_MS } from '../../../platform/kernel/local-time.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import type { ProviderChecks } from './provider-strategy.service.js';
import { type SealedTickets, sealedTickets } from './sealed-tickets.service.js';

const COOKIE = 'courtly_provider';
const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w+/=]{1,3000})(?:;|$)`);
export const FLOW_LIFETIME_MS = 10 * MINUTE_MS;

/** `linkTo` is the user to whom the provider account will be linked, or null for a sign-in. */
export type ProviderFlow = Readonly<{
  provider: Provider;
  checks: ProviderChecks;
  linkTo: string | null;
}>;

/**
 * The one sign-in at a provider that this browser has started, in an encrypted cookie, so that any
 * process can finish it, but only once. The provider's request needs no cookie.
 */
@Injectable()
export class ProviderFlows {
  private readonly tickets: SealedTickets<ProviderFlow>;
  private readonly cookie: CookieOptions;

  constructor(
    private readonly redisClient: RedisClient,
    private readonly keyedHashes: KeyedHashes,
    private readonly clock: Clock,
    @Inject(CONFIG) { SESSION_SECRETS, PUBLIC_URL }: Config,
  ) {
    this.tickets = sealedTickets(SESSION_SECRETS, 'provider flow', FLOW_LIFETIME_MS);
    this.cookie = {
      httpOnly: true,
      sameSite: 'strict',
      secure: PUBLIC_URL.startsWith('https:'),
      path: '/api/auth/providers',
    };
  }

  start(response: Response, flow: ProviderFlow): void {
    const ticket = this.tickets.issue(flow, this.clock.now());
    response.cookie(COOKIE, ticket, {
      ...this.cookie,
      maxAge: FLOW_LIFETIME_MS,
      encode: String,
    });
  }

  /**
   * Ends the flow of this browser. Returns null for another provider, an expired flow, or a second
   * use.
   */
  async finish(request: Request, provider: Provider): Promise<ProviderFlow | null> {
    request.res!.clearCookie(COOKIE, this.cookie);
    const ticket = COOKIE_PATTERN.exec(request.get('Cookie') ?? '')?.[1] ?? '';
    const flow = this.tickets.open(ticket, this.clock.now());
    if (flow?.provider !== provider) return null;
    const stateHash = this.keyedHashes.hashOf('provider flow', flow.checks.state);
    const key = `${this.redisClient.keyPrefix}:provider-flow:${stateHash}`;
    const isFirst = await this.redisClient.commands.set(key, '1', 'PX', 2 * FLOW_LIFETIME_MS, 'NX');
    return isFirst ? flow : null;
  }
}
