import type {
  ApplicationCounts,
  ApplicationFilters,
  HostApplication,
  PlayerApplication,
} from '@courtly/contracts/applications';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, keyIn, pageOf } from '../../platform/http/paging.js';
import { people } from '../identity/people.projection.js';
import { fullNames } from '../identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { ApplicationKind } from './application.events.js';
import type { Application } from './application.js';
import {
  type ApplicationFilter,
  type PlaceInList,
  applicationFilter,
  coming,
  orderOf,
} from './application-filter.js';
import { hostApplicationView, playerApplicationView } from './application-view.js';
import { applications } from './applications.projection.js';

type Document = StoredDocument<Application>;
type Of<K extends ApplicationKind> = Extract<Document, { kind: K }>;

const Place: z.ZodType<PlaceInList> = z.strictObject({
  appliedAt: z.string(),
  applicationId: z.string(),
});

/** Applications, for admins. */
@Injectable()
export class ApplicationQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async counts(): Promise<ApplicationCounts> {
    const [player, host] = await Promise.all([this.countsOf('player'), this.countsOf('host')]);
    return { player, host };
  }

  async hosts(filters: ApplicationFilters): Promise<CountedPage<HostApplication>> {
    const page = await this.page<'host'>('host', filters);
    const names = await this.reviewersOf(page.items);
    return { ...page, items: page.items.map((one) => hostApplicationView(one, names(one))) };
  }

  async players(filters: ApplicationFilters): Promise<CountedPage<PlayerApplication>> {
    const page = await this.page<'player'>('player', filters);
    const names = await this.reviewersOf(page.items);
    return { ...page, items: page.items.map((one) => playerApplicationView(one, names(one))) };
  }

  /** The name of who decided about an application. */
  async reviewerOf(application: Application): Promise<string> {
    return (await this.reviewersOf([application]))(application);
  }

  /** Whether an application has a photo, by its address below `/api/photos/`. */
  async hasPhoto(applicationId: string, photo: string): Promise<boolean> {
    const found = await this.readModels.read(applications, (all) =>
      all.findOne({ _id: applicationId }),
    );
    return found?.kind === 'host' && found.form.photos.includes(photo);
  }

  private async countsOf(kind: ApplicationKind): Promise<ApplicationCounts['host']> {
    const now = this.clock.instant();
    return this.readModels.read(applications, async (all) => {
      const [total, pending, overdue] = await Promise.all([
        all.countDocuments({ kind }),
        all.countDocuments({ kind, status: 'pending' }),
        all.countDocuments({ kind, status: 'pending', answerBy: { $lte: now } }),
      ]);
      return { total, pending, overdue };
    });
  }

  private page<K extends ApplicationKind>(
    kind: K,
    filters: ApplicationFilters,
  ): Promise<CountedPage<Of<K>>> {
    const { cursor, limit } = filters;
    const filter: ApplicationFilter = applicationFilter(kind, filters, this.clock.instant());
    const after = keyIn(Place, cursor);
    return this.readModels.read(applications, async (all) => {
      const page = all
        .find({ ...filter, ...coming(filters, after) } as object)
        .sort(orderOf(filters));
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray() as Promise<Of<K>[]>,
        after ? null : all.countDocuments(filter as object),
      ]);
      const placeOf = ({ appliedAt, applicationId }: Of<K>): PlaceInList => ({
        appliedAt,
        applicationId,
      });
      return { ...pageOf(found, limit, placeOf), total };
    });
  }

  private async reviewersOf(
    found: readonly Application[],
  ): Promise<(application: Application) => string> {
    const ids = [...new Set(found.flatMap(({ review }) => (review ? [review.reviewedBy] : [])))];
    const admins = await this.readModels.read(people, (all) =>
      all.find({ _id: { $in: ids } }).toArray(),
    );
    const names = fullNames(admins);
    return ({ review }) => (review && names.get(review.reviewedBy)) ?? 'A former admin';
  }
}
