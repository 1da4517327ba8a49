import type { ReportedMessage } from '@courtly/contracts/messages';
import { Injectable } from '@nestjs/common';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import {
  type ConversationDocument,
  conversations,
} from '../../booking/messages/conversations.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { keysetPage } from './keyset-page.js';
import { type NameLookup, DisplayNames } from './names.service.js';

const reportedMessages = (
  { bookingId, courtId, messages }: ConversationDocument,
  nameLookup: NameLookup,
): ReportedMessage[] =>
  messages.flatMap(({ side, authorId, text, sentAt, report }, messageIndex) => {
    if (!report) return [];
    const { by, ...reportDetails } = report;
    return {
      bookingId,
      number: messageIndex + 1,
      side,
      text,
      sentAt,
      court: nameLookup.court(courtId),
      author: nameLookup.person(authorId),
      report: { by: nameLookup.person(by), ...reportDetails },
    };
  });

const reportParticipants = ({ messages }: ConversationDocument): string[] =>
  messages.flatMap(({ authorId, report }) => (report ? [authorId, report.by] : []));

@Injectable()
export class ReportedMessageQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly displayNames: DisplayNames,
  ) {}

  /** Pages and `total` count conversations; the oldest report comes first. */
  async reportedPage(pageRequest: PageRequest): Promise<CountedPage<ReportedMessage>> {
    const { items, next, total } = await this.readModels.read(conversations, (documents) =>
      keysetPage(documents, { reportedAt: { $gt: '' } }, ['reportedAt', 1], pageRequest),
    );
    const nameLookup = await this.displayNames.lookUp(
      items.map(({ courtId }) => courtId),
      items.flatMap(reportParticipants),
    );
    return {
      items: items.flatMap((conversation) => reportedMessages(conversation, nameLookup)),
      next,
      total,
    };
  }
}
