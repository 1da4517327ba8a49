import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../kernel/domain-error.js';

// OWASP's first recommendation for argon2id, which is the library's default algorithm.
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_CONCURRENT = 2;
const MAX_WAITING = 100;

/**
 * Hashes passwords with argon2id: 19 MiB, two passes, one lane; measured at 8 to 19 ms of one core.
 * At most two run while a hundred wait, so a flood of sign-ins uses at most two cores and 38 MiB.
 */
@Injectable()
export class PasswordHashing {
  private readonly hashLimit = pLimit(MAX_CONCURRENT);

  /** @throws DomainError too_many_requests */
  hashPassword(password: string): Promise<string> {
    return this.limitHashing(() => hash(password, ARGON2_COST));
  }

  /**
   * Takes just as long for a wrong password.
   * @throws DomainError too_many_requests
   */
  verifyHash(passwordHash: string, password: string): Promise<boolean> {
    return this.limitHashing(() => verify(passwordHash, password));
  }

  private async limitHashing<T>(work: () => Promise<T>): Promise<T> {
    if (this.hashLimit.pendingCount >= MAX_WAITING)
      throw new DomainError(
        'too_many_requests',
        'Too many people are signing in right now. Please try again.',
        {
          retryAfterSeconds: 2,
        },
      );
    return this.hashLimit(work);
  }
}
