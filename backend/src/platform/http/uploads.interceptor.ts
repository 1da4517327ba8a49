import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Observable, finalize } from 'rxjs';
import { clientAddress } from './client-address.js';
import { processLimits } from './limits.js';
import type { CourtlyRequest } from './request.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/**
 * Photos stay in memory until they are stored, so a form is read only when there is room. The limit
 * is per address, because anyone can register many accounts.
 */
const uploadLimiter = new ConcurrencyLimiter(processLimits.uploads);

/** @throws DomainError too_busy before the body is read */
@Injectable()
export class UploadsInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const address = clientAddress(context.switchToHttp().getRequest<CourtlyRequest>());
    const releaseUpload = await uploadLimiter.acquire(address);
    return next.handle().pipe(finalize(releaseUpload));
  }
}
