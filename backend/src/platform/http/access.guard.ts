import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Role } from '@courtly/contracts/identity';
import type { Access, Route } from '@courtly/contracts/route';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../kernel/domain-error.js';
import { CALLER_ROLES, type CallerRoles } from './caller-roles.js';
import type { CourtlyRequest } from './request.js';
import { routeOf } from './route-of.js';

const allowedRoles: Record<Exclude<Access, 'anyone' | 'signedIn'>, readonly Role[]> = {
  owner: ['owner', 'host'],
  admin: ['admin'],
};

/**
 * Checks the access of a route; handlers without a route are closed. A new role takes effect
 * immediately. Roles that the policy names need a session with a second factor.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(CALLER_ROLES) private readonly callerRoles: CallerRoles,
    @Inject(CONFIG) private readonly config: Pick<Config, 'secondFactorRoles'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(context) as Route | undefined;
    if (!route) throw new DomainError('not_found', 'There is nothing at this address.');
    if (route.access === 'anyone') return true;
    const { user, usedSecondFactor } = context.switchToHttp().getRequest<CourtlyRequest>();
    if (!user) throw new DomainError('not_signed_in', 'Please sign in to continue.');
    if (route.access === 'signedIn') return true;
    const userRoles = await this.callerRoles.of(user.id);
    const sufficientRoles = allowedRoles[route.access].filter((role) => userRoles.includes(role));
    if (sufficientRoles.length === 0)
      throw new DomainError('forbidden', "Your account isn't allowed to do this.");
    if (usedSecondFactor) return true;
    const secondFactorRoles: readonly Role[] = this.config.secondFactorRoles;
    if (sufficientRoles.every((role) => secondFactorRoles.includes(role)))
      throw new DomainError(
        'second_factor_required',
        'Your role requires two-step sign-in. Turn it on in your settings, or sign in again with it.',
      );
    return true;
  }
}
