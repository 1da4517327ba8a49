import type { UserEvent } from '../../people/identity/user.events.js';
import { defineProjection } from '../../platform/projections/projection.js';

/** Instants are UTC. `by` is the person who requested the erasure. */
export type ErasureDocument = Readonly<{
  userId: string;
  by: 'person' | 'operator';
  requestedAt: string;
  erasedAt: string | null;
  isErased: boolean;
}>;

/** All erasures by user id, so that the sweep can find unfinished ones. */
export const erasures = defineProjection<ErasureDocument, UserEvent>({
  name: 'erasures',
  version: 2,
  indexes: [{ isErased: 1 }],
  handles: ['AccountErasureRequested', 'AccountErased'],
  key: ({ data }) => data.userId,
  evolve(erasureDocument, { type, data }) {
    if (type === 'AccountErasureRequested') {
      const { userId, by, requestedAt } = data;
      return { userId, by, requestedAt, erasedAt: null, isErased: false };
    }
    return type === 'AccountErased'
      ? erasureDocument && { ...erasureDocument, erasedAt: data.erasedAt, isErased: true }
      : erasureDocument;
  },
  audience: () => [],
});
