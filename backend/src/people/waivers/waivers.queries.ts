import type { WaiverStatus } from '@courtly/contracts/waivers';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { people } from '../identity/people.projection.js';
import { person } from '../identity/person.js';
import { FallbackReads } from '../../platform/projections/fallback-reads.js';
import { waiverStatus } from './waiver.js';

@Injectable()
export class WaiverQueries {
  constructor(
    private readonly fallbackReads: FallbackReads,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `at` is UTC. */
  async statusOf(userId: string, at: string): Promise<WaiverStatus> {
    const existingPerson = await this.fallbackReads.readState(person, people, userId);
    return waiverStatus(existingPerson?.waiver ?? null, at, this.config.policy);
  }
}
