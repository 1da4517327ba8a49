import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, finalize } from 'rxjs';
import { clientAddress } from './client-address.js';
import { processLimits } from './limits.js';
import type { CourtlyRequest } from './request.js';
import { ConcurrencyLimiter, tooBusy } from './concurrency-limiter.js';

/**
 * Photos stay in memory until they are stored, so a form is read only when there is room. The limit
 * is per address, because anyone can register many accounts.
 */
const uploadLimiter = new ConcurrencyLimiter(processLimits.uploads);

/** @throws DomainError too_busy before the body is read */
@Injectable()
export class UploadsInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const releaseUpload = await uploadLimiter.acquire(
      clientAddress(http.getRequest<CourtlyRequest>()),
    );
    // The client disconnected while it waited, so its form never ends.
    if (http.getResponse<Response>().closed) {
      releaseUpload();
      throw tooBusy();
    }
    return next.handle().pipe(finalize(releaseUpload));
  }
}
