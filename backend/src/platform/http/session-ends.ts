import type { Request } from 'express';
import type { Observable } from 'rxjs';

/**
 * Emits when the session of a request ends in any process. Provided by the slice that owns
 * sessions.
 */
export type SessionEnds = Readonly<{ of(request: Request): Observable<unknown> }>;

export const SESSION_ENDS = Symbol('session ends');
