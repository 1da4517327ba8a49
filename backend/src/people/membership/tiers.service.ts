import { Injectable } from '@nestjs/common';
import type { MembershipTiers } from '../identity/membership-tiers.js';
import { Clock } from '../../platform/kernel/clock.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import { membership } from './membership.js';
import { tierAt } from './membership-tier.js';
import { memberships } from './memberships.projection.js';

/** Membership tiers from the log, or from the read model while the log is unavailable. */
@Injectable()
export class Tiers implements MembershipTiers {
  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async tierOf(userId: string): Promise<'free' | 'elite'> {
    return tierAt(await this.loadMembership(userId), this.clock.instant());
  }

  async membersAmong(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const currentInstant = this.clock.instant();
    const memberDocuments = await this.readModels.read(memberships, (collection) =>
      collection.find({ _id: { $in: [...userIds] } }).toArray(),
    );
    return new Set(
      memberDocuments
        .filter((memberDocument) => tierAt(memberDocument, currentInstant) === 'elite')
        .map(({ _id }) => _id),
    );
  }

  /** An unknown tier must not block sign-in. */
  private async loadMembership(userId: string) {
    try {
      return await this.streams.cachedOrStale(membership, userId);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return this.readModels
        .read(memberships, (collection) => collection.findOne({ _id: userId }))
        .catch(() => null);
    }
  }
}
