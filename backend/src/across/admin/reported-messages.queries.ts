import type { ReportedMessage } from '@courtly/contracts/messages';
import { Injectable } from '@nestjs/common';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import {
  type ConversationDocument,
  conversations,
} from '../../booking/messages/conversations.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { keysetPage } from './keyset-page.js';
import { type Names, NamesOf } from './names.service.js';

const reportedIn = (
  { bookingId, courtId, messages }: ConversationDocument,
  names: Names,
): ReportedMessage[] =>
  messages.flatMap(({ side, authorId, text, sentAt, report }, index) => {
    if (!report) return [];
    const { by, ...said } = report;
    return {
      bookingId,
      number: index + 1,
      side,
      text,
      sentAt,
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
  async page(paging: PageRequest): Promise<CountedPage<ReportedMessage>> {
    const { items, next, total } = await this.readModels.read(conversations, (all) =>
      keysetPage(all, { reportedAt: { $gt: '' } }, ['reportedAt', 1], paging),
    );
    const names = await this.names.these(
      items.map(({ courtId }) => courtId),
      items.flatMap(peopleIn),
    );
    return { items: items.flatMap((one) => reportedIn(one, names)), next, total };
  }
}
