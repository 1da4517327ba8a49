import { defineProcess } from '../../platform/processes/process.js';
import type { ConfirmationEvent } from './confirmation.events.js';
import { ExpireConfirmationCommand, MakeConfirmedChangeCommand } from './confirmations.commands.js';
import { type ConfirmationDocument, confirmations } from './confirmations.projection.js';

type ConfirmationJob = Readonly<{ confirmationId: string; step: 'expire' | 'make' }>;
type HandledEvent = Extract<
  ConfirmationEvent,
  { type: 'ConfirmationRequested' | 'ConfirmationGiven' }
>;

const makeJob = (confirmationId: string) => ({
  id: `make.${confirmationId}`,
  due: null,
  data: { confirmationId, step: 'make' as const },
});
const expireJob = (confirmationId: string, expiresAt: string) => ({
  id: `expire.${confirmationId}`,
  due: expiresAt,
  data: { confirmationId, step: 'expire' as const },
});

/** Makes confirmed changes, and ends requests that no one decided in time. */
export const confirmedChanges = defineProcess<HandledEvent, ConfirmationJob, ConfirmationDocument>({
  name: 'confirmedChanges',
  queue: 'deadlines',
  handles: ['ConfirmationRequested', 'ConfirmationGiven'],
  react: ({ type, data }) =>
    type === 'ConfirmationGiven'
      ? [makeJob(data.confirmationId)]
      : [expireJob(data.confirmationId, data.expiresAt)],
  sweep: {
    readModel: confirmations,
    filters: (until) => [
      { status: 'confirmed' },
      { status: 'waiting', expiresAt: { $lte: until } },
    ],
    fields: ['confirmationId', 'status', 'expiresAt'],
    jobs: ({ confirmationId, status, expiresAt }) =>
      status === 'confirmed' ? [makeJob(confirmationId)] : [expireJob(confirmationId, expiresAt)],
  },
  command: ({ confirmationId, step }, context) =>
    step === 'make'
      ? new MakeConfirmedChangeCommand({ confirmationId }, context)
      : new ExpireConfirmationCommand({ confirmationId }, context),
});
