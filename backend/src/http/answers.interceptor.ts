import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Route } from '@courtly/contracts/route';
import type { Response } from 'express';
import { type Observable, map } from 'rxjs';
import { Progress } from '../projections/progress.js';
import { ROUTE } from './handles.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import type { CourtlyRequest } from './request.js';
import { Written } from './written.js';

/**
 * Around every call: holds a read back until it shows what the caller wrote (`Courtly-After`, at most two seconds, else
 * `Courtly-Stale: true`), refuses a key that was used for another request, and lets out only what the contract names.
 */
@Injectable()
export class AnswersInterceptor implements NestInterceptor {
  constructor(
    private readonly progress: Progress,
    private readonly keys: IdempotencyKeys,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const route = Reflect.getMetadata(ROUTE, context.getHandler()) as Route | undefined;
    if (!route) return next.handle();
    const request = context.switchToHttp().getRequest<CourtlyRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const after = request.get('Courtly-After');
    if (route.method !== 'GET') await this.keys.check(request);
    else if (after && /^\d{1,20}$/.test(after) && !(await this.progress.reached(after.padStart(20, '0'))))
      response.setHeader('Courtly-Stale', 'true');
    return next.handle().pipe(
      map((result: unknown) => {
        const { body, position } = result instanceof Written ? result : { body: result, position: null };
        if (position) response.setHeader('Courtly-Position', position);
        return route.answer.parse(body);
      }),
    );
  }
}
