import type { UserEvent } from '../../people/identity/user.events.js';
import { defineProcess } from '../../platform/processes/process.js';
import { EraseAccountCommand } from './erase.commands.js';
import { type ErasureDocument, erasures } from './erasures.projection.js';

type Erasing = Readonly<{ userId: string }>;

const jobOf = ({ userId }: Erasing) => ({ id: `erasure.${userId}`, due: null, data: { userId } });

/** An account whose end was decided is erased, and while that has not succeeded, tried again. */
export const accountErasures = defineProcess<UserEvent, Erasing, ErasureDocument>({
  name: 'accountErasures',
  queue: 'effects',
  handles: ['AccountErasureRequested'],
  react: ({ type, data }) => (type === 'AccountErasureRequested' ? [jobOf(data)] : []),
  sweep: {
    readModel: erasures,
    filters: () => [{ isErased: false }],
    fields: ['userId'],
    jobs: (document) => [jobOf(document)],
  },
  command: ({ userId }, context) => new EraseAccountCommand({ userId }, context),
});
