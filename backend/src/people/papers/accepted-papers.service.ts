import type { AcceptedPaper } from '@courtly/contracts/papers';
import type { Policy } from '@courtly/contracts/policy';
import { Injectable } from '@nestjs/common';
import { type BookingDocument, bookings } from '../../booking/bookings/bookings.projection.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { ApplicationEvent } from '../applications/application.events.js';
import type { ApplicationDocument } from '../applications/applications.projection.js';
import { HostApprovals } from '../applications/host-approvals.service.js';
import type { UserEvent } from '../identity/user.events.js';
import {
  CLUB_POLICY,
  type EffectivePolicy,
  policyHistory,
  valuesUnder,
} from '../policies/policy-history.js';
import { recordedPolicy } from '../policies/policy-values.js';
import {
  acceptancesIn,
  acceptedPapers,
  bookingAcceptancesIn,
  hostAcceptancesIn,
} from './papers.js';

/** The latest bookings whose papers are listed. */
const MOST_BOOKINGS = 1_000;

/** Anyone can apply with the email of someone else, who then agreed to nothing. */
const isAgreedBy =
  (personId: string) =>
  ({ submittedBy, isClaimed, userId }: ApplicationDocument): boolean =>
    submittedBy === personId || (isClaimed && userId === personId);

/** Null if it is unknown, or if this release does not allow its values. */
const policyOf = (policyId: string, versions: readonly EffectivePolicy[]): Policy | null => {
  if (!versions.some((version) => version.policyId === policyId)) return null;
  try {
    return recordedPolicy(policyId, valuesUnder(policyId, versions));
  } catch {
    return null;
  }
};

/** The papers that a person agreed to, as they were then. The log keeps what they agreed to. */
@Injectable()
export class AcceptedPapers {
  constructor(
    private readonly streams: Streams,
    private readonly hostApprovals: HostApprovals,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Newest first.
   * @throws StoreUnavailable
   */
  async of(userId: string): Promise<AcceptedPaper[]> {
    const [accountEvents, hostApplications, ownBookings, policyVersions] = await Promise.all([
      this.streams.events(`user-${userId}`),
      this.hostApprovals.applicationsOf(userId),
      this.bookingsOf(userId),
      this.streams.load(policyHistory, CLUB_POLICY),
    ]);
    const acceptances = [
      ...acceptancesIn(accountEvents as readonly UserEvent[]),
      ...bookingAcceptancesIn(ownBookings),
    ];
    for (const { applicant, applicationId } of hostApplications.filter(isAgreedBy(userId))) {
      const events = await this.streams.events(`application-${applicant}`);
      acceptances.push(...hostAcceptancesIn(events as readonly ApplicationEvent[], applicationId));
    }
    return acceptedPapers(acceptances, (policyId) => policyOf(policyId, policyVersions));
  }

  private bookingsOf(playerId: string) {
    return this.readModels.read(bookings, (collection) =>
      collection
        .find({ playerId, papers: { $exists: true } })
        .sort({ startTime: -1, _id: -1 })
        .limit(MOST_BOOKINGS)
        .project<Pick<BookingDocument, 'papers' | 'policyId' | 'requestedAt'>>({
          papers: 1,
          policyId: 1,
          requestedAt: 1,
        })
        .toArray(),
    );
  }
}
