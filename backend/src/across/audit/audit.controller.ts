import { auditRoutes as routes, MOST_EXPORTED } from '@courtly/contracts/audit';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { Given, Received } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { EVENT_SETS, type EventSet } from '../../platform/kernel/events.js';
import { formats, upTo } from './audit-file.js';
import { AuditQueries } from './audit.queries.js';
import { TimeMachine } from './time-machine.service.js';

const PAGE = 500;

const idsOf = (people: readonly Readonly<{ id: string }>[]): string[] => people.map(({ id }) => id);

@Controller()
export class AuditController {
  constructor(
    private readonly audit: AuditQueries,
    private readonly timeMachine: TimeMachine,
    @Inject(PERSONAL_DATA_READS) private readonly reads: PersonalDataReads,
    @Inject(EVENT_SETS) private readonly sets: readonly EventSet[],
  ) {}

  @Handles(routes.searchAudit)
  async search(
    @Received() { query }: Input<typeof routes.searchAudit>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.audit.search(query));
  }

  @Handles(routes.auditTypes)
  types() {
    return [...new Set(this.sets.flatMap(({ definitions }) => Object.keys(definitions)))].sort();
  }

  @Handles(routes.auditTimeline)
  @Header('Cache-Control', 'private, no-store')
  async timeline(
    @Received() { query }: Input<typeof routes.auditTimeline>,
    @Given() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.audit.timeline(query);
    const about = query.stream ?? `${query.kind} ${query.id}`;
    await this.reads.note(
      { what: 'timeline', about, of: page.items.flatMap(({ people }) => idsOf(people)) },
      context,
    );
    return itemsOf(response, page);
  }

  @Handles(routes.auditEvent)
  @Header('Cache-Control', 'private, no-store')
  async event(
    @Received() { params }: Input<typeof routes.auditEvent>,
    @Given() context: CommandContext,
  ) {
    const found = await this.audit.event(params.eventId);
    await this.reads.note({ what: 'entry', about: found.stream, of: idsOf(found.people) }, context);
    return found;
  }

  /** Ids alone, which tell nothing of people to who may not ask for their names. */
  @Handles(routes.exportAudit)
  @Header('Cache-Control', 'private, no-store')
  async export(
    @Received() { query: { format, ...chosen } }: Input<typeof routes.exportAudit>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { head, type, text } = formats[format];
    const filter = await this.audit.filterOf(chosen);
    if ((await this.audit.count(filter, MOST_EXPORTED + 1)) > MOST_EXPORTED)
      response.setHeader('Courtly-Truncated', 'true');
    response.setHeader('Content-Type', type);
    const pages = upTo(MOST_EXPORTED, PAGE, (place, limit) =>
      this.audit.rows(filter, place, limit),
    );
    const file = async function* () {
      if (head) yield head;
      for await (const rows of pages) yield text(rows);
    };
    return new StreamableFile(Readable.from(file(), { objectMode: false }), {
      disposition: `attachment; filename="audit.${format}"`,
    });
  }

  @Handles(routes.stateAsOf)
  @Header('Cache-Control', 'private, no-store')
  async stateAsOf(
    @Received() { query }: Input<typeof routes.stateAsOf>,
    @Given() context: CommandContext,
  ) {
    const { people, ...found } = await this.timeMachine.stateAsOf(query.kind, query.id, query.at);
    await this.reads.note(
      { what: 'state', about: `${query.kind} ${query.id}`, of: people },
      context,
    );
    return found;
  }

  @Handles(routes.calendarAsOf)
  calendarAsOf(@Received() { query }: Input<typeof routes.calendarAsOf>) {
    return this.timeMachine.calendarAsOf(query.courtId, query.date, query.at);
  }
}
