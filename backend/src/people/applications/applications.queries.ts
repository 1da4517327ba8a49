import type {
  ApplicationCounts,
  ApplicationFilters,
  HostApplication,
  PlayerApplication,
} from '@courtly/contracts/applications';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { people } from '../identity/people.projection.js';
import { fullNames } from '../identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { ApplicationKind } from './application.events.js';
import type { Application } from './application.js';
import {
  type ApplicationFilter,
  type ApplicationCursor,
  applicationFilter,
  afterCursorFilter,
  applicationOrder,
} from './application-filter.js';
import { hostApplicationView, playerApplicationView } from './application-view.js';
import { applications } from './applications.projection.js';

type ApplicationDocument = StoredDocument<Application>;
type DocumentOfKind<K extends ApplicationKind> = Extract<ApplicationDocument, { kind: K }>;

const CursorSchema: z.ZodType<ApplicationCursor> = z.strictObject({
  appliedAt: z.string(),
  applicationId: z.string(),
});

@Injectable()
export class ApplicationQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async countByKind(): Promise<ApplicationCounts> {
    const [player, host] = await Promise.all([
      this.countsOfKind('player'),
      this.countsOfKind('host'),
    ]);
    return { player, host };
  }

  async hostPage(filters: ApplicationFilters): Promise<CountedPage<HostApplication>> {
    const applicationPage = await this.pageOfKind<'host'>('host', filters);
    const reviewerNames = await this.reviewerNamesOf(applicationPage.items);
    return {
      ...applicationPage,
      items: applicationPage.items.map((application) =>
        hostApplicationView(application, reviewerNames(application)),
      ),
    };
  }

  async playerPage(filters: ApplicationFilters): Promise<CountedPage<PlayerApplication>> {
    const applicationPage = await this.pageOfKind<'player'>('player', filters);
    const reviewerNames = await this.reviewerNamesOf(applicationPage.items);
    return {
      ...applicationPage,
      items: applicationPage.items.map((application) =>
        playerApplicationView(application, reviewerNames(application)),
      ),
    };
  }

  async reviewerNameOf(application: Application): Promise<string> {
    return (await this.reviewerNamesOf([application]))(application);
  }

  /** `photoUrl` is below `/api/photos/`. */
  async hasPhoto(applicationId: string, photoUrl: string): Promise<boolean> {
    const applicationDocument = await this.readModels.read(applications, (documents) =>
      documents.findOne({ _id: applicationId }),
    );
    return (
      applicationDocument?.kind === 'host' && applicationDocument.form.photos.includes(photoUrl)
    );
  }

  private async countsOfKind(applicationKind: ApplicationKind): Promise<ApplicationCounts['host']> {
    const currentInstant = this.clock.instant();
    return this.readModels.read(applications, async (documents) => {
      const [total, pending, overdue] = await Promise.all([
        documents.countDocuments({ kind: applicationKind }),
        documents.countDocuments({ kind: applicationKind, status: 'pending' }),
        documents.countDocuments({
          kind: applicationKind,
          status: 'pending',
          answerBy: { $lte: currentInstant },
        }),
      ]);
      return { total, pending, overdue };
    });
  }

  private pageOfKind<K extends ApplicationKind>(applicationKind: K, filters: ApplicationFilters) {
    const { cursor, limit } = filters;
    const filter: ApplicationFilter = applicationFilter(
      applicationKind,
      filters,
      this.clock.instant(),
    );
    const cursorKey = decodeCursor(CursorSchema, cursor);
    return this.readModels.read(applications, async (documents) => {
      const sortedDocuments = documents
        .find({ ...filter, ...afterCursorFilter(filters, cursorKey) } as object)
        .sort(applicationOrder(filters));
      const [pageDocuments, total] = await Promise.all([
        sortedDocuments.limit(limit + 1).toArray() as Promise<DocumentOfKind<K>[]>,
        cursorKey ? null : documents.countDocuments(filter as object),
      ]);
      const cursorOf = ({ appliedAt, applicationId }: DocumentOfKind<K>): ApplicationCursor => ({
        appliedAt,
        applicationId,
      });
      return { ...cutPage(pageDocuments, limit, cursorOf), total };
    });
  }

  private async reviewerNamesOf(reviewedApplications: readonly Application[]) {
    const reviewerIds = [
      ...new Set(reviewedApplications.flatMap(({ review }) => (review ? [review.reviewedBy] : []))),
    ];
    const admins = await this.readModels.read(people, (documents) =>
      documents.find({ _id: { $in: reviewerIds } }).toArray(),
    );
    const adminNames = fullNames(admins);
    return ({ review }) => (review && adminNames.get(review.reviewedBy)) ?? 'A former admin';
  }
}
