import { auditRoutes as routes, MOST_EXPORTED } from '@courtly/contracts/audit';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
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

  @RouteHandler(routes.searchAudit)
  async search(
    @RouteInput() { query }: Input<typeof routes.searchAudit>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.audit.search(query));
  }

  @RouteHandler(routes.auditTypes)
  types() {
    return [...new Set(this.sets.flatMap(({ definitions }) => Object.keys(definitions)))].sort();
  }

  @RouteHandler(routes.auditTimeline)
  @Header('Cache-Control', 'private, no-store')
  async timeline(
    @RouteInput() { query }: Input<typeof routes.auditTimeline>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.audit.timeline(query);
    const about = query.stream ?? `${query.kind} ${query.id}`;
    await this.reads.record(
      { what: 'timeline', about, of: page.items.flatMap(({ people }) => idsOf(people)) },
      context,
    );
    return sendPage(response, page);
  }

  @RouteHandler(routes.auditEvent)
  @Header('Cache-Control', 'private, no-store')
  async event(
    @RouteInput() { params }: Input<typeof routes.auditEvent>,
    @CurrentContext() context: CommandContext,
  ) {
    const found = await this.audit.event(params.eventId);
    await this.reads.record(
      { what: 'entry', about: found.stream, of: idsOf(found.people) },
      context,
    );
    return found;
  }

  /** Ids alone, which tell nothing of people to who may not ask for their names. */
  @RouteHandler(routes.exportAudit)
  @Header('Cache-Control', 'private, no-store')
  async export(
    @RouteInput() { query: { format, ...chosen } }: Input<typeof routes.exportAudit>,
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

  @RouteHandler(routes.stateAsOf)
  @Header('Cache-Control', 'private, no-store')
  async stateAsOf(
    @RouteInput() { query }: Input<typeof routes.stateAsOf>,
    @CurrentContext() context: CommandContext,
  ) {
    const { people, ...found } = await this.timeMachine.stateAsOf(query.kind, query.id, query.at);
    await this.reads.record(
      { what: 'state', about: `${query.kind} ${query.id}`, of: people },
      context,
    );
    return found;
  }

  @RouteHandler(routes.calendarAsOf)
  calendarAsOf(@RouteInput() { query }: Input<typeof routes.calendarAsOf>) {
    return this.timeMachine.calendarAsOf(query.courtId, query.date, query.at);
  }
}
