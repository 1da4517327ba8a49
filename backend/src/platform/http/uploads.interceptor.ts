import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { EMPTY, type Observable, finalize } from 'rxjs';
import { type UploadLimits, watchUpload } from './body-limits.js';
import { clientAddress } from './client-address.js';
import { processLimits } from './limits.js';
import type { CourtlyRequest } from './request.js';
import { type ConcurrencyLimits, ConcurrencyLimiter, tooBusy } from './concurrency-limiter.js';

/**
 * Photos stay in memory until they are stored, so a form is read only when there is room, and it
 * must arrive in time. The limit is per address, because anyone can register many accounts.
 */
export class UploadsInterceptor implements NestInterceptor {
  private readonly limiter: ConcurrencyLimiter;

  constructor(private readonly limits: ConcurrencyLimits & UploadLimits) {
    this.limiter = new ConcurrencyLimiter(limits);
  }

  /** @throws DomainError too_busy before the body is read */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<CourtlyRequest>();
    const response = http.getResponse<Response>();
    const releaseUpload = await this.limiter.acquire(clientAddress(request));
    // The client disconnected while it waited, so its form would never be complete.
    if (response.closed) {
      releaseUpload();
      throw tooBusy();
    }
    const stopWatch = watchUpload(request, response, this.limits);
    return next.handle().pipe(
      finalize(() => {
        stopWatch();
        releaseUpload();
      }),
    );
  }
}

/** All forms with photos share these limits. */
export const uploads = new UploadsInterceptor(processLimits.uploads);

/** A refused form can still finish arriving, but it must not be handled. */
@Injectable()
export class StopIfRefused implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return context.switchToHttp().getResponse<Response>().headersSent ? EMPTY : next.handle();
  }
}
