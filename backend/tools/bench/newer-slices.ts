import { defineProjection } from '@courtly/backend/platform/projections/projection';
import { type Slice, defineSlice } from '@courtly/backend/platform/slice';
import { slices } from '@courtly/backend/slices';
import type { Message } from '@courtly/backend/platform/kernel/decider';

type Requested = Message<'BookingRequested', Readonly<{ courtId: string }>>;

/** A read model that exists only in the next release. */
export const courtDemand = defineProjection<Readonly<{ requests: number }>, Requested>({
  name: 'courtDemand',
  version: 1,
  indexes: [],
  handles: ['BookingRequested'],
  key: ({ data }) => data.courtId,
  evolve: (document) => ({ requests: (document?.requests ?? 0) + 1 }),
});

/** Which existing read models the next release changes. */
export type Changed = 'every' | 'none';

export const newerSlices = (changedModels: Changed): readonly Slice[] => [
  ...slices.map((slice) => ({
    ...slice,
    projections: slice.projections.map((projection) => ({
      ...projection,
      version: projection.version + (changedModels === 'every' ? 1 : 0),
    })),
  })),
  defineSlice({ name: 'courtDemand', events: [], projections: [courtDemand] }),
];
