import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { Attempts } from './attempts.js';
import { ClosedEdge } from './closed-http.js';
import { CommandLimitGuard } from './command-limit.guard.js';
import { DomainErrorFilter } from './domain-error.filter.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { OriginGuard } from './origin.guard.js';
import { ResponseCache } from './response-cache.js';
import { StreamController } from './stream.controller.js';
import { StreamLimit } from './stream-limit.guard.js';

/** The edge: every request passes these, whichever slice serves it. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [StreamController],
  exports: [Attempts, IdempotencyKeys, ResponseCache],
  providers: [
    Attempts,
    ClosedEdge,
    IdempotencyKeys,
    ResponseCache,
    StreamLimit,
    { provide: APP_GUARD, useClass: OriginGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: CommandLimitGuard },
    { provide: APP_FILTER, useClass: DomainErrorFilter },
  ],
})
export class EdgeModule {}
