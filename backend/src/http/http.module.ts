import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { Roles } from '../identity/roles.js';
import { AccessGuard } from './access.guard.js';
import { AnswersInterceptor } from './answers.interceptor.js';
import { DomainErrorFilter } from './domain-error.filter.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { OriginGuard } from './origin.guard.js';
import { StreamController } from './stream.controller.js';

/** The edge: every request passes these, whichever slice serves it. */
@Module({
  controllers: [StreamController],
  providers: [
    IdempotencyKeys,
    Roles,
    { provide: APP_GUARD, useClass: OriginGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: AnswersInterceptor },
    { provide: APP_FILTER, useClass: DomainErrorFilter },
  ],
})
export class HttpModule {}
