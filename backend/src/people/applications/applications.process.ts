import { defineProcess } from '../../platform/processes/process.js';
import type { ApplicationEvent } from './application.events.js';
import { type ApplicationNews, TellApplicantCommand } from './application-mails.commands.js';
import { type Claimed, WelcomeHostCommand } from './welcome.commands.js';

/** What becomes of an application is told by mail. */
export const applicationMails = defineProcess<ApplicationEvent, ApplicationNews, never>({
  name: 'applicationMails',
  queue: 'effects',
  handles: ['HostApplied', 'PlayerApplied', 'ApplicationReviewed'],
  react({ id, type, data }) {
    if (type === 'ApplicationClaimed' || type === 'ApplicationWithdrawn') return [];
    const { applicant, applicationId } = data;
    const news =
      type === 'ApplicationReviewed'
        ? { status: data.status, at: data.reviewedAt }
        : { status: 'pending' as const, at: data.appliedAt };
    return [{ id: `application.${id}`, due: null, data: { applicant, applicationId, ...news } }];
  },
  command: (news, context) => new TellApplicantCommand(news, context),
});

/** Whose an approved application of a host is becomes a host. */
export const hostWelcomes = defineProcess<ApplicationEvent, Claimed, never>({
  name: 'hostWelcomes',
  queue: 'effects',
  handles: ['ApplicationClaimed'],
  react({ type, data }) {
    if (type !== 'ApplicationClaimed' || data.kind !== 'host') return [];
    const { applicant, applicationId, userId } = data;
    return [{ id: `host.${applicationId}`, due: null, data: { applicant, applicationId, userId } }];
  },
  command: (claimed, context) => new WelcomeHostCommand(claimed, context),
});
