import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { routeOf } from '../../../platform/http/route-of.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { SessionRequest } from './sessions.middleware.js';

/**
 * If sessions cannot be read, requests with a session cookie may only use public GET routes. A
 * response of "not signed in" would send people to a sign-in that cannot work either.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { access, method } = routeOf(context);
    const { sessionUnknown } = context.switchToHttp().getRequest<SessionRequest>();
    if (!sessionUnknown || (access === 'anyone' && method === 'GET')) return true;
    throw new DomainError(
      'store_unavailable',
      "Courtly can't check your sign-in right now. Please try again in a moment.",
    );
  }
}
