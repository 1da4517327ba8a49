import { DAY_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { ApplicationEvent } from './application.events.js';
import {
  type ApplicationStatusChange,
  SendApplicationEmailCommand,
} from './application-emails.commands.js';
import { type ClaimedApplication, WelcomeHostCommand } from './welcome.commands.js';

export const applicationMails = defineProcess<ApplicationEvent, ApplicationStatusChange, never>({
  name: 'applicationMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['HostApplied', 'PlayerApplied', 'ApplicationReviewed'],
  react({ id, type, data }) {
    if (type === 'ApplicationClaimed' || type === 'ApplicationWithdrawn') return [];
    const { applicant, applicationId } = data;
    const statusChange =
      type === 'ApplicationReviewed'
        ? { status: data.status, at: data.reviewedAt }
        : { status: 'pending' as const, at: data.appliedAt };
    return [
      { id: `application.${id}`, due: null, data: { applicant, applicationId, ...statusChange } },
    ];
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
