import type {
  ApplicationCounts,
  ApplicationFilters,
  HostApplication,
  InvitedApplicant,
  PlayerApplication,
  ApplicationKind,
} from '@courtly/contracts/applications';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { decodeCursor, cutPage } from '../../platform/http/paging.js';
import { people } from '../identity/people.projection.js';
import { fullNames } from '../identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  type Application,
  applicationIn,
  applications as applicationDecider,
} from './application.js';
import { ApplicationTokens } from './application-tokens.service.js';
import {
  type ApplicationCursor,
  applicationFilter,
  afterCursorFilter,
  applicationOrder,
} from './application-filter.js';
import { applications } from './applications.projection.js';

const CursorSchema: z.ZodType<ApplicationCursor> = z.strictObject({
  appliedAt: z.string(),
  applicationId: z.string(),
});

/** Uses the field names of the admin screen (domain rules, G18 and G19). */
const applicationView = (
  application: Application,
  reviewerNames: ReadonlyMap<string, string>,
): HostApplication | PlayerApplication => {
  const { review, emailState, linkExpiresAt, status, isClaimed } = application;
  const sharedFields = {
    ...application,
    id: application.applicationId,
    submittedAt: application.appliedAt,
    accountId: application.userId,
    link:
      status === 'approved' && !isClaimed && linkExpiresAt ? { expiresAt: linkExpiresAt } : null,
    emailState: emailState && {
      about: emailState.about,
      outcome: emailState.outcome,
      at: emailState.emailedAt,
    },
    review: review && {
      by: reviewerNames.get(review.reviewedBy) ?? 'A former admin',
      at: review.reviewedAt,
      reason: review.reason,
    },
  };
  if (application.kind === 'host')
    return { ...sharedFields, ...application.form, photos: [...application.form.photos] };
  const { otherClubs: clubMembership, whyJoin: motivation, ...form } = application.form;
  return { ...sharedFields, ...form, clubMembership, motivation, agreeToFees: true };
};

@Injectable()
export class ApplicationQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    private readonly streams: Streams,
    private readonly applicationTokens: ApplicationTokens,
  ) {}

  /** @throws DomainError not_found if the link is invalid, expired, replaced, or used */
  async invitedApplicant(token: string): Promise<InvitedApplicant> {
    const link = this.applicationTokens.readToken(token, this.clock.instant());
    const application = applicationIn(
      await this.streams.load(applicationDecider, link.applicant),
      link.applicationId,
    );
    const { kind, fullName, email, linkExpiresAt, isClaimed, erasure } = application;
    if (isClaimed || erasure !== 'none' || linkExpiresAt !== link.expiresAt)
      throw notFound('application');
    return { kind, fullName, email, phone: kind === 'host' ? application.form.phone : '' };
  }

  async countByKind(): Promise<ApplicationCounts> {
    const [player, host] = await Promise.all([
      this.countsOfKind('player'),
      this.countsOfKind('host'),
    ]);
    return { player, host };
  }

  /** One page, with the field names of the admin screen. */
  async page(kind: ApplicationKind, filters: ApplicationFilters) {
    const { items, ...paging } = await this.pageOfKind(kind, filters);
    return { ...paging, items: await this.applicationViews(items) };
  }

  /** Applications with the names of the admins who reviewed them. */
  async applicationViews(applicationsToShow: readonly Application[]) {
    const reviewerIds = [
      ...new Set(applicationsToShow.flatMap(({ review }) => review?.reviewedBy ?? [])),
    ];
    const reviewers = await this.readModels.read(people, (collection) =>
      collection.find({ _id: { $in: reviewerIds } }).toArray(),
    );
    const reviewerNames = fullNames(reviewers);
    return applicationsToShow.map((application) => applicationView(application, reviewerNames));
  }

  /** Whether an application has this photo; `photoUrl` is below `/api/photos/`. */
  async hasPhoto(applicationId: string, photoUrl: string): Promise<boolean> {
    const applicationDocument = await this.readModels.read(applications, (collection) =>
      collection.findOne({ _id: applicationId }),
    );
    return (
      applicationDocument?.kind === 'host' && applicationDocument.form.photos.includes(photoUrl)
    );
  }

  private async countsOfKind(applicationKind: ApplicationKind): Promise<ApplicationCounts['host']> {
    const currentInstant = this.clock.instant();
    return this.readModels.read(applications, async (collection) => {
      const [total, pending, overdue] = await Promise.all([
        collection.countDocuments({ kind: applicationKind }),
        collection.countDocuments({ kind: applicationKind, status: 'pending' }),
        collection.countDocuments({
          kind: applicationKind,
          status: 'pending',
          answerBy: { $lte: currentInstant },
        }),
      ]);
      return { total, pending, overdue };
    });
  }

  private pageOfKind(kind: ApplicationKind, filters: ApplicationFilters) {
    const { cursor, limit } = filters;
    const filter = applicationFilter(kind, filters, this.clock.instant());
    const cursorKey = decodeCursor(CursorSchema, cursor);
    return this.readModels.read(applications, async (collection) => {
      const sortedDocuments = collection
        .find({ ...filter, ...afterCursorFilter(filters, cursorKey) } as object)
        .sort(applicationOrder(filters));
      const [pageDocuments, total] = await Promise.all([
        sortedDocuments.limit(limit + 1).toArray(),
        cursorKey ? null : collection.countDocuments(filter as object),
      ]);
      const cursorOf = ({ appliedAt, applicationId }: Application) => ({
        appliedAt,
        applicationId,
      });
      return { ...cutPage(pageDocuments, limit, cursorOf), total };
    });
  }
}
