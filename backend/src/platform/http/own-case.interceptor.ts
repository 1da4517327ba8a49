import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { CaseSource } from '@courtly/contracts/route';
import type { Observable } from 'rxjs';
import { DomainError } from '../kernel/domain-error.js';
import type { CourtlyRequest } from './request.js';
import { routeOf } from './route-of.js';

/** The validated ids with which a request names its case. */
export type CaseInput = Readonly<{
  params: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
}>;

/** Finds the parties of a case in its facts. Provided by the admin slice. */
export type CaseParties = Readonly<{
  /** @throws StoreUnavailable */
  of(source: CaseSource, input: CaseInput): Promise<readonly string[]>;
}>;

export const CASE_PARTIES = Symbol('case parties');

/** Refuses an admin's change if they are a party of the case that it decides. */
@Injectable()
export class OwnCaseInterceptor implements NestInterceptor {
  constructor(@Inject(CASE_PARTIES) private readonly caseParties: CaseParties) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { decides } = routeOf(context);
    const { input, user } = context.switchToHttp().getRequest<CourtlyRequest>();
    if (typeof decides === 'string') {
      const { params, body } = input as Partial<CaseInput>;
      const partyIds = await this.caseParties.of(decides, {
        params: params ?? {},
        body: body ?? {},
      });
      if (partyIds.includes(user!.id))
        throw new DomainError(
          'forbidden',
          'This case involves you, so another admin has to decide it.',
        );
    }
    return next.handle();
  }
}
