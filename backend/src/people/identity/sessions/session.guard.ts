import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { routeOf } from '../../../platform/http/route-of.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { SessionRequest } from './sessions.middleware.js';

/**
 * While sessions cannot be read, whoever sent one may still read what anybody may read, and nothing else: to say "not signed
 * in" would send people to a sign-in that cannot work.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { access, method } = routeOf(context);
    const { sessionUnknown } = context.switchToHttp().getRequest<SessionRequest>();
    if (!sessionUnknown || (access === 'anyone' && method === 'GET')) return true;
    throw new DomainError(
      'store_unavailable',
      'Courtly cannot tell whether you are signed in right now. Please try again in a moment.',
    );
  }
}
