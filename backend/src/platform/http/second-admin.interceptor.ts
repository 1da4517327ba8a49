import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { AwaitsConfirmation, ConfirmedAct } from '@courtly/contracts/second-admin';
import { type Observable, of } from 'rxjs';
import type { CommandContext } from '../kernel/context.js';
import type { CommandResult } from '../kernel/command-result.js';
import type { CaseInput } from './own-case.interceptor.js';
import { type CourtlyRequest, requestContext } from './request.js';
import { routeOf } from './route-of.js';

/** Decides whether a change needs a second admin. Provided by the slice of confirmations. */
export type SecondAdmin = Readonly<{
  /** Requests the confirmation of a change; null if the change needs none. */
  request(
    act: ConfirmedAct,
    input: CaseInput,
    context: CommandContext,
  ): Promise<CommandResult<AwaitsConfirmation> | null>;
}>;

export const SECOND_ADMIN = Symbol('second admin');

/** Turns an admin's change into a request for confirmation, if it needs a second admin. */
@Injectable()
export class SecondAdminInterceptor implements NestInterceptor {
  constructor(@Inject(SECOND_ADMIN) private readonly secondAdmin: SecondAdmin) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { needsSecondAdmin } = routeOf(context);
    if (!needsSecondAdmin) return next.handle();
    const { input } = context.switchToHttp().getRequest<CourtlyRequest>();
    const { params, body } = input as Partial<CaseInput>;
    const requested = await this.secondAdmin.request(
      needsSecondAdmin,
      { params: params ?? {}, body: body ?? {} },
      requestContext(context),
    );
    return requested ? of(requested) : next.handle();
  }
}
