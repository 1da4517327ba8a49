import type { UserEvent } from '../../people/identity/user.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { EraseAccountCommand } from './erase.commands.js';
import { type ErasureDocument, erasures } from './erasures.projection.js';

type ErasureJob = Readonly<{ userId: string }>;

const erasureJob = ({ userId }: ErasureJob) => ({
  id: `erasure.${userId}`,
  due: null,
  data: { userId },
});

/** The sweep retries until the erasure has succeeded. */
export const accountErasures = defineProcess<UserEvent, ErasureJob, ErasureDocument>({
  name: 'accountErasures',
  queue: 'deadlines',
  handles: ['AccountErasureRequested'],
  react: ({ type, data }) => (type === 'AccountErasureRequested' ? [erasureJob(data)] : []),
  sweep: {
    readModel: erasures,
    filters: () => [{ isErased: false }],
    fields: ['userId'],
    jobs: (erasureDocument) => [erasureJob(erasureDocument)],
  },
  command: ({ userId }, commandContext) => new EraseAccountCommand({ userId }, commandContext),
});
