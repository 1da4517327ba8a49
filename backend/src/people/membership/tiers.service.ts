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
    private readonly eventStreams: Streams,
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async tierOf(userId: string): Promise<'free' | 'elite'> {
    return tierAt(await this.loadMembership(userId), this.clock.instant());
  }

  async membersAmong(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const currentInstant = this.clock.instant();
    const memberDocuments = await this.readModels.read(memberships, (documents) =>
      documents.find({ _id: { $in: [...userIds] } }).toArray(),
    );
    return new Set(
      memberDocuments
        .filter((memberDocument) => tierAt(memberDocument, currentInstant) === 'elite')
        .map(({ _id }) => _id),
    );
  }

  /** Nobody is kept from signing in because it cannot be told whether they are a member. */
  private async loadMembership(userId: string) {
    try {
      return await this.eventStreams.cachedOrStale(membership, userId);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return this.readModels
        .read(memberships, (documents) => documents.findOne({ _id: userId }))
        .catch(() => null);
    }
  }
}
