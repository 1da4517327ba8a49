import {
  type FinishProviderLoginBody,
  Provider,
  providerAccountRoutes,
} from '@courtly/contracts/provider-accounts';
import { providerNames } from '@courtly/contracts/provider-names';
import { RegisterBody } from '@courtly/contracts/identity';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Strategy } from 'openid-client/passport';
import { CONFIG, type Config } from '../../../config.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { ProviderIdentity } from '../provider-accounts.js';
import type { ProviderChecks } from './provider-strategy.service.js';

/**
 * The person that a provider has identified. `email` is null unless the provider has verified it.
 */
export type ProviderPerson = ProviderIdentity &
  Readonly<{ email: string | null; firstName: string; lastName: string }>;

type CachedStrategy = Readonly<{ strategy: Promise<Strategy>; untilMs: number }>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Signs people in with Google and Apple (OpenID Connect). The library loads on first use. */
@Injectable()
export class Providers {
  readonly enabled: readonly Provider[];
  private readonly logger = new Logger('providers');
  private readonly strategies = new Map<Provider, CachedStrategy>();

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const keys = { google: config.GOOGLE_CLIENT_ID, apple: config.APPLE_CLIENT_ID };
    this.enabled = Provider.options.filter((provider) => keys[provider] !== undefined);
  }

  /** @throws DomainError not_found for a provider without keys */
  requireEnabled(provider: Provider): void {
    if (!this.enabled.includes(provider))
      throw new DomainError(
        'not_found',
        `Sign-in with ${providerNames[provider]} is turned off. Please sign in another way.`,
      );
  }

  /**
   * The provider's page to open, and the values that must match when the person returns.
   * @throws DomainError not_found, provider_unavailable
   */
  async request(provider: Provider): Promise<{ url: string; checks: ProviderChecks }> {
    const { requestSignIn } = await import('./provider-strategy.service.js');
    const strategy = await this.strategyOf(provider);
    return requestSignIn(strategy, this.callbackUrlOf(provider));
  }

  /**
   * Exchanges a provider's response for the person's identity.
   * @throws DomainError not_found, not_signed_in for a response that does not match or was used
   *   before, provider_unavailable
   */
  async personOf(
    provider: Provider,
    response: FinishProviderLoginBody,
    checks: ProviderChecks,
  ): Promise<ProviderPerson> {
    const { SignInRefused, finishSignIn } = await import('./provider-strategy.service.js');
    const strategy = await this.strategyOf(provider);
    const url = new URL(this.callbackUrlOf(provider));
    for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value);
    const claims = await finishSignIn(strategy, url.href, checks).catch((error: Error) => {
      this.logger.warn(`${provider}: ${error.message}`);
      throw error instanceof SignInRefused ? notFinished(provider) : unavailable(provider, error);
    });
    // Apple has also sent the text "true".
    const isVerified = String(claims['email_verified']) === 'true';
    const email = RegisterBody.shape.email.safeParse(claims['email']);
    return {
      provider,
      subject: claims.sub,
      email: isVerified && email.success ? email.data : null,
      firstName: text(claims['given_name']),
      lastName: text(claims['family_name']),
    };
  }

  private callbackUrlOf(provider: Provider): string {
    const { path } = providerAccountRoutes.providerCallback;
    return `${this.config.PUBLIC_URL}${path.replace(':provider', provider)}`;
  }

  private async strategyOf(provider: Provider): Promise<Strategy> {
    this.requireEnabled(provider);
    const { STRATEGY_LIFETIME_MS, discoverStrategy } =
      await import('./provider-strategy.service.js');
    const cached = this.strategies.get(provider);
    if (cached && performance.now() < cached.untilMs) return cached.strategy;
    const strategy = discoverStrategy(provider, this.config, this.callbackUrlOf(provider)).catch(
      (error: Error) => {
        this.strategies.delete(provider);
        this.logger.warn(`${provider}: ${error.message}`);
        throw unavailable(provider, error);
      },
    );
    const untilMs = performance.now() + STRATEGY_LIFETIME_MS;
    this.strategies.set(provider, { strategy, untilMs });
    return strategy;
  }
}

/** Does not reveal the reason, which may be an attack. */
export const notFinished = (provider: Provider) =>
  new DomainError(
    'not_signed_in',
    `You didn't finish signing in with ${providerNames[provider]}, or it took too long. Please start again.`,
  );

const unavailable = (provider: Provider, cause: Error) =>
  new DomainError(
    'provider_unavailable',
    `${providerNames[provider]} isn't responding. Please try again in a moment, or sign in with your password.`,
    undefined,
    { cause },
  );
