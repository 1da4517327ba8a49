import { Injectable } from '@nestjs/common';
import type { MembershipTiers } from '../identity/membership-tiers.js';
import { Clock } from '../../platform/kernel/clock.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import { membership, tierAt } from './membership.js';
import { memberships } from './memberships.projection.js';

/** Who is a member now, as the log has it; while that cannot be read, as the read model has it. */
@Injectable()
export class Tiers implements MembershipTiers {
  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async of(userId: string): Promise<'free' | 'elite'> {
    return tierAt(await this.known(userId), this.clock.instant());
  }

  async membersAmong(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const now = this.clock.instant();
    const found = await this.readModels.read(memberships, (all) =>
      all.find({ _id: { $in: [...userIds] } }).toArray(),
    );
    return new Set(found.filter((one) => tierAt(one, now) === 'elite').map(({ _id }) => _id));
  }

  /** Nobody is kept from signing in because it cannot be told whether they are a member. */
  private async known(userId: string) {
    try {
      return await this.streams.cachedOrStale(membership, userId);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return this.readModels
        .read(memberships, (all) => all.findOne({ _id: userId }))
        .catch(() => null);
    }
  }
}
