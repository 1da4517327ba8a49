import { emailOf } from '@courtly/contracts/text';
import type { CaseSource } from '@courtly/contracts/route';
import { Injectable } from '@nestjs/common';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { court } from '../../booking/courts/court.js';
import { conversation } from '../../booking/messages/conversation.js';
import { readReviewId, review } from '../../booking/reviews/review.js';
import { moneyCases } from '../../money/cases/money-cases.projection.js';
import { applications } from '../../people/applications/applications.projection.js';
import { emailClaim } from '../../people/identity/claim.js';
import type { CaseInput, CaseParties } from '../../platform/http/own-case.interceptor.js';
import { isDomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { match } from '../../play/matches/match.js';
import { confirmation } from '../confirmations/confirmation.js';
import { incident } from '../incidents/incident.js';
import { ALL_CHECKS, moneyChecks } from '../money-checks/money-checks.js';

type MaybeId = string | null | undefined;

/** The second person of a change, such as the other player of a rating flag. */
const otherPersonIn = ({ otherId }: CaseInput['body']): MaybeId =>
  typeof otherId === 'string' ? otherId : null;

/**
 * The ids that a money check's subject may contain: `payment-<booking> #3`, a booking, a member.
 */
const idsInSubject = (subject: string): string[] => {
  const [streamOrId = ''] = subject.split(' ');
  return [streamOrId, streamOrId.slice(streamOrId.indexOf('-') + 1)];
};

/**
 * The people whom a case concerns: from the log, except for applications and money cases, which
 * come from read models.
 */
@Injectable()
export class CasePartiesFromLog implements CaseParties {
  private readonly readers: Readonly<
    Record<CaseSource, (id: string, input: CaseInput) => Promise<readonly MaybeId[]>>
  > = {
    account: (userId, { body }) => Promise.resolve([userId, otherPersonIn(body)]),
    application: (applicationId) => this.applicantsOf(applicationId),
    booking: (bookingId) => this.bookingParties(bookingId),
    confirmation: (confirmationId) => this.confirmationParties(confirmationId),
    court: async (courtId) => [(await this.streams.load(court, courtId))?.hostId],
    finding: (findingId) => this.subjectsOf(findingId),
    incident: (incidentId) => this.incidentParties(incidentId),
    match: (matchId) => this.matchParties(matchId),
    message: (bookingId, { body }) => this.messageParties(bookingId, Number(body['number'])),
    moneyCase: (caseId) => this.moneyCaseParties(caseId),
    review: (bookingId) => this.reviewParties(bookingId),
  };

  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  async of(source: CaseSource, input: CaseInput): Promise<readonly string[]> {
    const { reviewId, bookingId } = input.body;
    const id =
      typeof reviewId === 'string'
        ? await ignoringUnknown(() => readReviewId(reviewId).bookingId)
        : (Object.values(input.params)[0] ?? bookingId);
    if (typeof id !== 'string') return [];
    const partyIds = await this.readers[source](id, input);
    return partyIds.filter((partyId): partyId is string => typeof partyId === 'string');
  }

  private async bookingParties(bookingId: string): Promise<MaybeId[]> {
    const booking = await ignoringUnknown(() => loadBooking(this.streams, bookingId));
    return [booking?.playerId, booking?.hostId];
  }

  /** The account of the applicant, and the account that now has the email in the form. */
  private async applicantsOf(applicationId: string): Promise<MaybeId[]> {
    const application = await this.readModels.read(applications, (collection) =>
      collection.findOne({ _id: applicationId }),
    );
    if (!application) return [];
    const { userId, email } = application;
    const claims = await Promise.all(
      this.keyedHashes
        .hashesOfName('email', emailOf(email))
        .map((emailHash) => this.streams.load(emailClaim, emailHash)),
    );
    return [userId, ...claims.map((claim) => claim?.userId)];
  }

  /**
   * The parties of a waiting change. The decider refuses a decision by the admin who requested it.
   */
  private async confirmationParties(confirmationId: string): Promise<MaybeId[]> {
    const existing = await this.streams.load(confirmation, confirmationId);
    if (!existing) return [];
    const { bookingId, userId } = existing.request;
    return bookingId === null ? [userId] : this.bookingParties(bookingId);
  }

  private async incidentParties(incidentId: string): Promise<MaybeId[]> {
    const existing = await this.streams.load(incident, incidentId);
    return [existing?.playerId, existing?.hostId];
  }

  private async matchParties(matchId: string): Promise<MaybeId[]> {
    const playedMatch = await this.streams.load(match, matchId);
    if (!playedMatch) return [];
    const { bookingId, loggerId, players, objections } = playedMatch;
    return [
      loggerId,
      ...objections.map(({ userId }) => userId),
      ...players.map(({ playerId }) => playerId),
      ...(await this.bookingParties(bookingId)),
    ];
  }

  private async reviewParties(bookingId: string): Promise<MaybeId[]> {
    const reviews = await this.streams.load(review, bookingId);
    const reporters = [reviews?.player, reviews?.host].flatMap((side) => side?.reporters ?? []);
    return [...(await this.bookingParties(bookingId)), ...reporters];
  }

  private async messageParties(bookingId: string, number: number): Promise<MaybeId[]> {
    const existing = await this.streams.load(conversation, bookingId);
    const reporterId = existing?.messages[number - 1]?.report?.by;
    return [...(await this.bookingParties(bookingId)), reporterId];
  }

  private async moneyCaseParties(caseId: string): Promise<MaybeId[]> {
    const moneyCase = await this.readModels.read(moneyCases, (collection) =>
      collection.findOne({ _id: caseId }),
    );
    return [moneyCase?.playerId, moneyCase?.hostId];
  }

  private async subjectsOf(findingId: string): Promise<MaybeId[]> {
    const { open } = await this.streams.load(moneyChecks, ALL_CHECKS);
    const finding = open.find((openFinding) => openFinding.findingId === findingId);
    if (!finding) return [];
    const ids = idsInSubject(finding.subject);
    const parties = await Promise.all(ids.map((id) => this.bookingParties(id)));
    return [...ids, ...parties.flat()];
  }
}

/** An unknown case has no parties; its command says that it does not exist. */
const ignoringUnknown = async <T>(read: () => T | Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (isDomainError(error, 'not_found')) return undefined;
    throw error;
  }
};
