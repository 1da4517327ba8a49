import { DAY_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { ApplicationEvent } from './application.events.js';
import {
  type ApplicationStatusChange,
  SendApplicationEmailCommand,
} from './application-emails.commands.js';
import { type ApplicationDocument, applications } from './applications.projection.js';
import { EraseApplicationCommand } from './erase.commands.js';
import { type ClaimedApplication, WelcomeHostCommand } from './welcome.commands.js';

export const applicationMails = defineProcess<ApplicationEvent, ApplicationStatusChange, never>({
  name: 'applicationMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['HostApplied', 'PlayerApplied', 'ApplicationReviewed', 'ApplicationLinkRenewed'],
  react({ id, type, data }) {
    const { applicant, applicationId } = data;
    const emailAbout = (status: ApplicationStatusChange['status']) => [
      { id: `application.${id}`, due: null, data: { applicant, applicationId, status } },
    ];
    switch (type) {
      case 'HostApplied':
      case 'PlayerApplied':
        return emailAbout('pending');
      case 'ApplicationReviewed':
        return emailAbout(data.status);
      case 'ApplicationLinkRenewed':
        return emailAbout('approved');
      default:
        return [];
    }
  },
  command: (statusChange, commandContext) =>
    new SendApplicationEmailCommand(statusChange, commandContext),
});

export const hostWelcomes = defineProcess<ApplicationEvent, ClaimedApplication, never>({
  name: 'hostWelcomes',
  queue: 'deadlines',
  handles: ['ApplicationClaimed'],
  react({ type, data }) {
    if (type !== 'ApplicationClaimed' || data.kind !== 'host') return [];
    const { applicant, applicationId, userId } = data;
    return [{ id: `host.${applicationId}`, due: null, data: { applicant, applicationId, userId } }];
  },
  command: (claimedApplication, commandContext) =>
    new WelcomeHostCommand(claimedApplication, commandContext),
});

const erasureJob = (
  { applicant, applicationId }: Pick<ApplicationDocument, 'applicant' | 'applicationId'>,
  eraseAt: string,
) => ({
  id: `application.${applicationId}.${Date.parse(eraseAt)}`,
  due: eraseAt,
  data: { applicant, applicationId },
});

/** Erases applications on request and at the end of their retention period. */
export const applicationErasures = defineProcess<
  ApplicationEvent,
  Pick<ApplicationDocument, 'applicant' | 'applicationId'>,
  ApplicationDocument
>({
  name: 'applicationErasures',
  queue: 'deadlines',
  handles: ['ApplicationErasureRequested'],
  react: ({ type, data }) =>
    type === 'ApplicationErasureRequested' ? [erasureJob(data, data.requestedAt)] : [],
  sweep: {
    readModel: applications,
    filters: (dueUntil) => [{ eraseAt: { $gt: '', $lte: dueUntil } }],
    fields: ['applicant', 'applicationId', 'eraseAt'],
    jobs: (application) => [erasureJob(application, application.eraseAt!)],
  },
  command: (application, commandContext) =>
    new EraseApplicationCommand(application, commandContext),
});
