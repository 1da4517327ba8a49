import { defineProcess } from '../../platform/processes/process.js';
import type { IncidentEvent } from './incident.events.js';
import { PassIncidentDeadlineCommand } from './incidents.commands.js';
import { type IncidentDocument, incidents } from './incidents.projection.js';
import { SettleIncidentCommand } from './settle-incident.commands.js';

type IncidentJob = Readonly<{ incidentId: string }>;

const deadlineJob = (incidentId: string, dueAt: string) => ({
  id: `incident.${incidentId}.${Date.parse(dueAt)}`,
  due: dueAt,
  data: { incidentId },
});

/** Ends the time to answer, and alerts admins if none has ruled in time. */
export const incidentDeadlines = defineProcess<
  Extract<IncidentEvent, { type: 'IncidentReported' | 'IncidentEscalated' }>,
  IncidentJob,
  Pick<IncidentDocument, 'incidentId' | 'dueAt'>
>({
  name: 'incidentDeadlines',
  queue: 'deadlines',
  handles: ['IncidentReported', 'IncidentEscalated'],
  react: ({ type, data }) => [
    deadlineJob(data.incidentId, type === 'IncidentReported' ? data.answerBy : data.rulingBy),
  ],
  sweep: {
    readModel: incidents,
    filters: (dueUntil) => [
      { status: 'open', dueAt: { $lte: dueUntil } },
      { status: 'ruling', isOverdue: false, dueAt: { $lte: dueUntil } },
    ],
    fields: ['incidentId', 'dueAt'],
    jobs: ({ incidentId, dueAt }) => [deadlineJob(incidentId, dueAt)],
  },
  command: ({ incidentId }, context) => new PassIncidentDeadlineCommand({ incidentId }, context),
});

const settleJob = (incidentId: string, due: string | null) => ({
  id: `settle-incident.${incidentId}${due === null ? '' : `.${Date.parse(due)}`}`,
  due,
  data: { incidentId },
});

/** Carries out decisions. The sweep repeats what failed, such as a refund of an open charge. */
export const incidentSettlement = defineProcess<
  Extract<IncidentEvent, { type: 'IncidentDecided' | 'IncidentMoveDeclined' }>,
  IncidentJob,
  Pick<IncidentDocument, 'incidentId'>
>({
  name: 'incidentSettlement',
  queue: 'deadlines',
  handles: ['IncidentDecided', 'IncidentMoveDeclined'],
  react: ({ type, data }) => [
    settleJob(data.incidentId, type === 'IncidentDecided' ? (data.moveBy ?? null) : null),
  ],
  sweep: {
    readModel: incidents,
    filters: (dueUntil) => [{ settleAt: { $gt: '', $lte: dueUntil } }],
    fields: ['incidentId'],
    jobs: ({ incidentId }) => [settleJob(incidentId, null)],
  },
  command: ({ incidentId }, context) => new SettleIncidentCommand({ incidentId }, context),
});
