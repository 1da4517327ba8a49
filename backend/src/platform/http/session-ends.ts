import type { Request } from 'express';
import type { Observable } from 'rxjs';

/** When the session of a request ends, in whichever process. The slice that knows sessions provides it. */
export type SessionEnds = Readonly<{ of(request: Request): Observable<unknown> }>;

/** Where it is found in Nest's container. */
export const SESSION_ENDS = Symbol('session ends');
