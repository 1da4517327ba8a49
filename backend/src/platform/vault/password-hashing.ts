import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../kernel/domain-error.js';

// OWASP's first recommendation for argon2id, which is the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const WAITING = 100;

/**
 * Hashes passwords with argon2id: 19 MiB, two passes, one lane; measured at 8 to 19 ms of one core.
 * Two run and a hundred wait, so a flood of sign-ins costs at most two cores and 38 MiB.
 */
@Injectable()
export class PasswordHashing {
  private readonly turns = pLimit(AT_ONCE);

  /** @throws DomainError too_many_requests */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, COST));
  }

  /** Takes equally long for a wrong password. @throws DomainError too_many_requests */
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
