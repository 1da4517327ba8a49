import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { RateLimits } from './rate-limits.js';
import { RouteTableCheck } from './route-table-check.js';
import { CommandLimitGuard } from './command-limit.guard.js';
import { DomainErrorFilter } from './domain-error.filter.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { OriginGuard } from './origin.guard.js';
import { ResponseCache } from './response-cache.js';
import { StreamController } from './stream.controller.js';
import { StreamLimit } from './stream-limit.guard.js';

/** The guards and services that every request passes, whichever slice serves it. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [StreamController],
  exports: [RateLimits, IdempotencyKeys, ResponseCache],
  providers: [
    RateLimits,
    RouteTableCheck,
    IdempotencyKeys,
    ResponseCache,
    StreamLimit,
    { provide: APP_GUARD, useClass: OriginGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: CommandLimitGuard },
    { provide: APP_FILTER, useClass: DomainErrorFilter },
  ],
})
export class HttpModule {}
