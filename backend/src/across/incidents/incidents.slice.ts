import { defineSlice } from '../../platform/slice.js';
import { incidentEvents } from './incident.events.js';
import {
  AnswerIncidentHandler,
  DecideIncidentHandler,
  PassIncidentDeadlineHandler,
  ReportIncidentHandler,
} from './incidents.commands.js';
import { IncidentsController } from './incidents.controller.js';
import { incidentDeadlines, incidentSettlement } from './incidents.process.js';
import { incidents as projection } from './incidents.projection.js';
import { IncidentQueries } from './incidents.queries.js';
import { DeclineMoveHandler, MoveHourHandler } from './move-hour.commands.js';
import { SettleIncidentHandler } from './settle-incident.commands.js';
import { Weather } from './weather.service.js';

export const incidents = defineSlice({
  name: 'incidents',
  controllers: [IncidentsController],
  providers: [
    ReportIncidentHandler,
    AnswerIncidentHandler,
    DecideIncidentHandler,
    PassIncidentDeadlineHandler,
    SettleIncidentHandler,
    MoveHourHandler,
    DeclineMoveHandler,
    IncidentQueries,
    Weather,
  ],
  events: [incidentEvents],
  projections: [projection],
  processes: [incidentDeadlines, incidentSettlement],
});
