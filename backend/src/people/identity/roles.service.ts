import { Injectable } from '@nestjs/common';
import type { CallerRoles } from '../../platform/http/caller-roles.js';
import { FallbackReads } from '../../platform/projections/fallback-reads.js';
import { people } from './people.projection.js';
import { person } from './person.js';

/** None for suspended users, even before their sessions have ended. */
@Injectable()
export class Roles implements CallerRoles {
  constructor(private readonly fallbackReads: FallbackReads) {}

  async of(userId: string): Promise<readonly string[]> {
    const existingPerson = await this.fallbackReads.readState(person, people, userId);
    return existingPerson && !existingPerson.suspension ? existingPerson.roles : [];
  }
}
