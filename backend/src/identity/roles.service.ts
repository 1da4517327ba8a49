import { Injectable } from '@nestjs/common';
import type { CallerRoles } from '../edge/caller-roles.js';
import { LastSeen } from '../projections/last-seen.js';
import { people } from './people.projection.js';
import { person } from './person.js';

/** The roles that a person holds now. */
@Injectable()
export class Roles implements CallerRoles {
  constructor(private readonly lastSeen: LastSeen) {}

  async of(userId: string): Promise<readonly string[]> {
    return (await this.lastSeen.of(person, people, userId))?.roles ?? [];
  }
}
