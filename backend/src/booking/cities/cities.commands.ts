import type { CityDemand, RequestCityBody } from '@courtly/contracts/cities';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { clientAddress } from '../../platform/http/client-address.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { CityQueries } from './cities.queries.js';
import { cityWish, citySlugOf } from './city-wish.js';

/** Enough for a club behind one router, but not enough to fake demand in a city. */
export const wishesFromAddress: RateLimit = {
  name: 'cityRequestFromAddress',
  points: 60,
  duration: 60 * 60,
};

/** `address` is an IP address. Only its hash is stored, to count requests. */
export class RequestCityCommand extends defineCommand<
  Readonly<{ wish: RequestCityBody; address: string }>,
  CommandResult<CityDemand>
>() {}

@CommandHandler(RequestCityCommand)
export class RequestCityHandler implements ICommandHandler<RequestCityCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly cityQueries: CityQueries,
  ) {}

  /** @throws DomainError too_many_requests; store_unavailable */
  async execute({
    input: {
      wish: { city, email },
      address,
    },
    context,
  }: RequestCityCommand) {
    await this.rateLimits.consume(
      wishesFromAddress,
      this.keyedHashes.hashOf('address', clientAddress({ ip: address })),
    );
    const citySlug = citySlugOf(city);
    const cityWishId = this.keyedHashes.hashOfName('cityRequest', `${email} ${citySlug}`);
    const data = { slug: citySlug, city, requestedAt: context.at };
    const { position } = await this.commandHandling.handle(
      cityWish,
      cityWishId,
      { type: 'RequestCity', data },
      context,
    );
    return new CommandResult(
      { city, requests: await this.cityQueries.requestCount(citySlug, position) },
      position,
    );
  }
}
