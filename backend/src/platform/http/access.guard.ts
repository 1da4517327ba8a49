import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Access, Route } from '@courtly/contracts/route';
import { DomainError } from '../kernel/domain-error.js';
import { CALLER_ROLES, type CallerRoles } from './caller-roles.js';
import type { CourtlyRequest } from './request.js';
import { routeOf } from './route-of.js';

const allowedRoles: Record<Exclude<Access, 'anyone' | 'signedIn'>, readonly string[]> = {
  owner: ['owner', 'host'],
  admin: ['admin'],
};

/**
 * Checks the access of a route; handlers without a route are closed. A new role takes effect
 * immediately.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(CALLER_ROLES) private readonly callerRoles: CallerRoles) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(context) as Route | undefined;
    if (!route) throw new DomainError('not_found', 'There is nothing at this address.');
    if (route.access === 'anyone') return true;
    const { user } = context.switchToHttp().getRequest<CourtlyRequest>();
    if (!user) throw new DomainError('not_signed_in', 'Please sign in to continue.');
    if (route.access === 'signedIn') return true;
    const userRoles = await this.callerRoles.of(user.id);
    if (!userRoles.some((role) => allowedRoles[route.access as 'owner' | 'admin'].includes(role)))
      throw new DomainError('forbidden', 'Your account may not do this.');
    return true;
  }
}
