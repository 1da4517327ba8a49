import { Inject, Injectable } from '@nestjs/common';
import type { Court as CourtAnswer, CourtDetail, CourtFilters } from '@courtly/contracts/courts';
import type { Booking } from '../bookings/booking.js';
import { bookings } from '../bookings/bookings.projection.js';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Actor } from '../kernel/events.js';
import { Mongo } from '../kernel/mongo.js';
import type { Stored } from '../projections/projection.js';
import { readAll } from '../projections/read-all.js';
import { courtFilter } from './court-filter.js';
import { courtDetail, courtView } from './court-view.js';
import { type CourtDocument, courts } from './courts.projection.js';

const newestFirst = { listedAt: -1, _id: 1 } as const;

/** Courts as people see them. */
@Injectable()
export class CourtQueries {
  constructor(
    private readonly mongo: Mongo,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One page of the courts that match, newest first, and how many match in all. */
  async list(filters: CourtFilters, reader: Actor): Promise<{ page: CourtAnswer[]; total: number }> {
    const filter = courtFilter(filters);
    const { page, pageSize } = filters;
    const found = () =>
      this.courts
        .find(filter)
        .sort(newestFirst)
        .skip((page - 1) * pageSize)
        .limit(pageSize);
    const [documents, total] = await Promise.all([readAll(found), this.courts.countDocuments(filter)]);
    const booked = await this.booked(documents, reader);
    return { page: documents.map((court) => this.view(court, reader, booked)), total };
  }

  /** One court. A hidden one exists only for its owner and for players with a confirmed booking of it. */
  async show(courtId: string, reader: Actor): Promise<CourtDetail> {
    const court = await this.courts.findOne({ _id: courtId });
    const booked = court ? await this.booked([court], reader) : new Set<string>();
    if (!court || !(court.isActive || court.ownerId === reader.id || booked.has(courtId)))
      throw new DomainError('not_found', 'This court does not exist.');
    return courtDetail(court, this.config.policy, court.ownerId === reader.id || booked.has(courtId));
  }

  /** All courts of an owner, hidden ones too, newest first. */
  async ofOwner(owner: Actor): Promise<CourtAnswer[]> {
    const documents = await readAll(() => this.courts.find({ ownerId: owner.id }).sort(newestFirst));
    return documents.map((court) => this.view(court, owner, new Set()));
  }

  private get courts() {
    return this.mongo.readModels.collection<Stored<CourtDocument>>(courts.name);
  }

  private view(court: CourtDocument, reader: Actor, booked: ReadonlySet<string>): CourtAnswer {
    return courtView(court, this.config.policy, court.ownerId === reader.id || booked.has(court.courtId));
  }

  /** Which of the courts the reader has a confirmed booking of. */
  private async booked(documents: readonly CourtDocument[], reader: Actor): Promise<ReadonlySet<string>> {
    if (reader.role === 'visitor' || documents.length === 0) return new Set();
    const courtIds = documents.map(({ courtId }) => courtId);
    const found = () =>
      this.mongo.readModels
        .collection<Stored<Booking>>(bookings.name)
        .find({ playerId: reader.id, status: 'confirmed', courtId: { $in: courtIds } })
        .project<Pick<Booking, 'courtId'>>({ courtId: 1 });
    return new Set((await readAll(found)).map(({ courtId }) => courtId));
  }
}
