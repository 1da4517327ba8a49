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
import { exportFormats, pagesUpTo } from './audit-file.js';
import { AuditQueries } from './audit.queries.js';
import { AuditNames } from './names.service.js';
import { courtIdsIn, placeOf } from './state-place.js';
import { TimeMachine } from './time-machine.service.js';

const EXPORT_PAGE_SIZE = 500;

const userIdsOf = (concernedPeople: readonly Readonly<{ id: string }>[]): string[] =>
  concernedPeople.map(({ id }) => id);

@Controller()
export class AuditController {
  constructor(
    private readonly auditQueries: AuditQueries,
    private readonly timeMachine: TimeMachine,
    private readonly auditNames: AuditNames,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
  ) {}

  @RouteHandler(routes.searchAudit)
  async searchAudit(
    @RouteInput() { query }: Input<typeof routes.searchAudit>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const { people, ...eventPage } = await this.auditQueries.searchEvents(
      query,
      commandContext.actor.id,
    );
    await this.personalDataReads.record(
      { what: 'search', about: 'audit', of: people },
      commandContext,
    );
    return sendPage(httpResponse, eventPage);
  }

  @RouteHandler(routes.auditTypes)
  eventTypes() {
    return [
      ...new Set(this.eventSets.flatMap(({ definitions }) => Object.keys(definitions))),
    ].sort();
  }

  @RouteHandler(routes.auditTimeline)
  @Header('Cache-Control', 'private, no-store')
  async auditTimeline(
    @RouteInput() { query }: Input<typeof routes.auditTimeline>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const timelinePage = await this.auditQueries.timelinePage(query);
    const timelineSubject = query.stream ?? `${query.kind} ${query.id}`;
    await this.personalDataReads.record(
      {
        what: 'timeline',
        about: timelineSubject,
        of: timelinePage.items.flatMap(({ people: concernedPeople }) => userIdsOf(concernedPeople)),
      },
      commandContext,
    );
    return sendPage(httpResponse, timelinePage);
  }

  @RouteHandler(routes.auditEvent)
  @Header('Cache-Control', 'private, no-store')
  async auditedEvent(
    @RouteInput() { params }: Input<typeof routes.auditEvent>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const auditedEvent = await this.auditQueries.auditedEvent(params.eventId);
    await this.personalDataReads.record(
      { what: 'entry', about: auditedEvent.stream, of: userIdsOf(auditedEvent.people) },
      commandContext,
    );
    return auditedEvent;
  }

  /** Exports only ids, but a list of what one person did is personal data, so it is recorded. */
  @RouteHandler(routes.exportAudit)
  @Header('Cache-Control', 'private, no-store')
  async exportAudit(
    @RouteInput() { query: { format, ...searchCriteria } }: Input<typeof routes.exportAudit>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ): Promise<StreamableFile> {
    const { head, type, text } = exportFormats[format];
    const auditFilter = await this.auditQueries.resolveFilter(
      { ...searchCriteria, ownReads: true },
      commandContext.actor.id,
    );
    await this.personalDataReads.record(
      {
        what: 'export',
        about: 'audit',
        of: [auditFilter.people, auditFilter.actorId].filter((id) => id !== undefined),
      },
      commandContext,
    );
    if ((await this.auditQueries.countEvents(auditFilter, MOST_EXPORTED + 1)) > MOST_EXPORTED)
      httpResponse.setHeader('Courtly-Truncated', 'true');
    httpResponse.setHeader('Content-Type', type);
    const exportPages = pagesUpTo(MOST_EXPORTED, EXPORT_PAGE_SIZE, (auditCursor, pageLimit) =>
      this.auditQueries.exportRows(auditFilter, auditCursor, pageLimit),
    );
    const writeExport = async function* () {
      if (head) yield head;
      for await (const pageRows of exportPages) yield text(pageRows);
    };
    return new StreamableFile(Readable.from(writeExport(), { objectMode: false }), {
      disposition: `attachment; filename="audit.${format}"`,
    });
  }

  @RouteHandler(routes.stateAsOf)
  @Header('Cache-Control', 'private, no-store')
  async stateAsOf(
    @RouteInput() { query }: Input<typeof routes.stateAsOf>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { people: concernedPeople, ...pastState } = await this.timeMachine.stateAsOf(
      query.kind,
      query.id,
      query.at,
    );
    await this.personalDataReads.record(
      { what: 'state', about: `${query.kind} ${query.id}`, of: concernedPeople },
      commandContext,
    );
    const { state } = pastState;
    const [peopleNames, courtNames] = await Promise.all([
      this.auditNames.lookUp(concernedPeople),
      this.auditNames.courtNames(courtIdsIn(state)),
    ]);
    return {
      ...pastState,
      names: Object.fromEntries([...peopleNames, ...courtNames]),
      place: placeOf(state),
    };
  }

  @RouteHandler(routes.calendarAsOf)
  calendarAsOf(@RouteInput() { query }: Input<typeof routes.calendarAsOf>) {
    return this.timeMachine.calendarAsOf(query.courtId, query.date, query.at);
  }
}
