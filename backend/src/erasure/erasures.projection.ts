import type { UserEvent } from '../identity/user.events.js';
import { defineProjection } from '../projections/projection.js';

/** An account that is erased, or about to be: `erasedAt` (UTC) is null while that is under way. */
export type ErasureDocument = Readonly<{
  userId: string;
  by: 'person' | 'operator';
  requestedAt: string;
  erasedAt: string | null;
}>;

/** Every erasure, by the id of the account: what the sweep finds what is not done in. */
export const erasures = defineProjection<ErasureDocument, UserEvent>({
  name: 'erasures',
  version: 1,
  indexes: [{ erasedAt: 1 }],
  handles: ['AccountErasureRequested', 'AccountErased'],
  key: ({ data }) => data.userId,
  evolve(document, { type, data }) {
    if (type === 'AccountErasureRequested') {
      const { userId, by, requestedAt } = data;
      return { userId, by, requestedAt, erasedAt: null };
    }
    return type === 'AccountErased' ? document && { ...document, erasedAt: data.erasedAt } : document;
  },
  audience: () => [],
});
