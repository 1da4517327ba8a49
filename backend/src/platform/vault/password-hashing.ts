import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../kernel/domain-error.js';

// OWASP's first choice for argon2id, the algorithm that the library uses by default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const WAITING = 100;

/**
 * Slow, salted hashes of passwords: argon2id with 19 MiB, two passes, one lane: 8 to 19 ms of one core where it
 * was measured. Two run at a time and a hundred wait, so that a flood of sign-ins costs at most two cores and 38 MiB, and
 * nobody waits for much more than a second.
 */
@Injectable()
export class PasswordHashing {
  private readonly turns = pLimit(AT_ONCE);

  /** @throws DomainError too_many_requests */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, COST));
  }

  /** Takes as long whether the password fits or not. @throws DomainError too_many_requests */
  verify(hashed: string, password: string): Promise<boolean> {
    return this.inTurn(() => verify(hashed, password));
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.turns.pendingCount >= WAITING)
      throw new DomainError(
        'too_many_requests',
        'Too many people are signing in right now. Please try again.',
        {
          retryAfterSeconds: 2,
        },
      );
    return this.turns(work);
  }
}
