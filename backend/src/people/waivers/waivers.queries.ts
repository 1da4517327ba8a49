import type { AcceptedWaiver, WaiverStatus } from '@courtly/contracts/waivers';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { people } from '../identity/people.projection.js';
import { person } from '../identity/person.js';
import type { UserEvent } from '../identity/user.events.js';
import { Streams } from '../../platform/kernel/streams.js';
import { FallbackReads } from '../../platform/projections/fallback-reads.js';
import { acceptedWaiversIn, waiverStatus } from './waiver.js';

@Injectable()
export class WaiverQueries {
  constructor(
    private readonly fallbackReads: FallbackReads,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `at` is UTC. */
  async statusOf(userId: string, at: string): Promise<WaiverStatus> {
    const existingPerson = await this.fallbackReads.readState(person, people, userId);
    return waiverStatus(existingPerson?.waiver ?? null, at, this.config.policy);
  }

  /** Newest first. The log keeps every acceptance; read models keep only the last. */
  async acceptedBy(userId: string): Promise<AcceptedWaiver[]> {
    const accountEvents = await this.streams.events(`user-${userId}`);
    return acceptedWaiversIn(accountEvents as readonly UserEvent[]);
  }
}
