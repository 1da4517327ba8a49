import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Access, Route } from '@courtly/contracts/route';
import { DomainError } from '../kernel/domain-error.js';
import { Roles } from '../identity/roles.js';
import { ROUTE } from './handles.js';
import type { CourtlyRequest } from './request.js';

const allowed: Record<Exclude<Access, 'anyone' | 'signedIn'>, readonly string[]> = {
  owner: ['owner', 'host'],
  admin: ['admin'],
};

/** Lets through who may call, as the route says. Roles are read from the log, so that a grant counts at once. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly roles: Roles) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = Reflect.getMetadata(ROUTE, context.getHandler()) as Route | undefined;
    if (!route || route.access === 'anyone') return true;
    const { user } = context.switchToHttp().getRequest<CourtlyRequest>();
    if (!user) throw new DomainError('not_signed_in', 'Please sign in to go on.');
    if (route.access === 'signedIn') return true;
    const roles = await this.roles.of(user.id);
    if (!roles.some((role) => allowed[route.access as 'owner' | 'admin'].includes(role)))
      throw new DomainError('forbidden', 'Your account may not do this.');
    return true;
  }
}
