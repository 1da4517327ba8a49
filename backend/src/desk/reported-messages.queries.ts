import type { ReportedMessage } from '@courtly/contracts/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, keyIn, pageOf } from '../edge/paging.js';
import { type ConversationDocument, conversations } from '../messages/conversations.projection.js';
import { ReadModels } from '../projections/read-models.js';
import { type Names, NamesOf } from './names.service.js';

const Place = z.strictObject({ reportedAt: z.string(), id: z.string() });

const reportedIn = ({ bookingId, courtId, messages }: ConversationDocument, names: Names): ReportedMessage[] =>
  messages.flatMap(({ side, authorId, text, sentAt, report }, index) => {
    if (!report) return [];
    const { by, ...said } = report;
    return {
      ...{ bookingId, number: index + 1, side, text, sentAt },
      court: names.court(courtId),
      author: names.person(authorId),
      report: { by: names.person(by), ...said },
    };
  });

const peopleIn = ({ messages }: ConversationDocument): string[] =>
  messages.flatMap(({ authorId, report }) => (report ? [authorId, report.by] : []));

/** Messages that their readers have reported, for admins. */
@Injectable()
export class ReportedMessageQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly names: NamesOf,
  ) {}

  /** One page of conversations with such messages, that which waits the longest first. `total` counts the conversations. */
  async page({
    cursor,
    limit,
  }: Readonly<{ cursor?: string | undefined; limit: number }>): Promise<CountedPage<ReportedMessage>> {
    const place = keyIn(Place, cursor);
    const later = place && {
      $or: [{ reportedAt: { $gt: place.reportedAt } }, { reportedAt: place.reportedAt, _id: { $gt: place.id } }],
    };
    const waiting = { reportedAt: { $gt: '' } };
    const { found, total } = await this.readModels.read(conversations, async (all) => {
      const page = all.find({ $and: [waiting, later ?? {}] }).sort({ reportedAt: 1, _id: 1 });
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray(),
        place ? null : all.countDocuments(waiting),
      ]);
      return { found, total };
    });
    const { items, next } = pageOf(found, limit, ({ reportedAt, bookingId: id }) => ({ reportedAt, id }));
    const names = await this.names.these(
      items.map(({ courtId }) => courtId),
      items.flatMap(peopleIn),
    );
    return { items: items.flatMap((one) => reportedIn(one, names)), next, total };
  }
}
