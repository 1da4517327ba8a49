import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../kernel/domain-error.js';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects changes from pages of other origins, which browsers report in Sec-Fetch-Site and Origin.
 * Programs send neither header and have no cookie that a page could abuse.
 */
@Injectable()
export class OriginGuard implements CanActivate {
  private readonly origin: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.origin = new URL(config.PUBLIC_URL).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (SAFE.includes(request.method)) return true;
    const site = request.get('Sec-Fetch-Site');
    const origin = request.get('Origin');
    const own = [this.origin, `${request.protocol}://${request.get('Host')}`];
    const foreign =
      (site && site !== 'same-origin' && site !== 'none') || (origin && !own.includes(origin));
    if (foreign)
      throw new DomainError(
        'cross_origin',
        'This request came from another site and was rejected.',
      );
    return true;
  }
}
