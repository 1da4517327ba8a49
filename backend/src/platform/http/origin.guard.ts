import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Route } from '@courtly/contracts/route';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../kernel/domain-error.js';
import { routeOf } from './route-of.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects changes from pages of other origins, which browsers report in Sec-Fetch-Site and Origin.
 * Programs send neither header and have no cookie that a page could abuse.
 */
@Injectable()
export class OriginGuard implements CanActivate {
  private readonly publicOrigin: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.publicOrigin = new URL(config.PUBLIC_URL).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (SAFE_METHODS.includes(request.method)) return true;
    if ((routeOf(context) as Route | undefined)?.isCrossSite) return true;
    const fetchSite = request.get('Sec-Fetch-Site');
    const requestOrigin = request.get('Origin');
    const ownOrigins = [this.publicOrigin, `${request.protocol}://${request.get('Host')}`];
    const isForeign =
      (fetchSite && fetchSite !== 'same-origin' && fetchSite !== 'none') ||
      (requestOrigin && !ownOrigins.includes(requestOrigin));
    if (isForeign)
      throw new DomainError(
        'cross_origin',
        'This request came from another site and was rejected.',
      );
    return true;
  }
}
