import { defineProjection } from '@courtly/backend/platform/projections/projection';
import { type Slice, defineSlice } from '@courtly/backend/platform/slice';
import { slices } from '@courtly/backend/slices';
import type { Message } from '@courtly/backend/platform/kernel/decider';

type Requested = Message<'BookingRequested', Readonly<{ courtId: string }>>;

/** How often each court was asked for: a read model that the program of this repository does not have. */
export const courtDemand = defineProjection<Readonly<{ requests: number }>, Requested>({
  name: 'courtDemand',
  version: 1,
  indexes: [],
  handles: ['BookingRequested'],
  key: ({ data }) => data.courtId,
  evolve: (document) => ({ requests: (document?.requests ?? 0) + 1 }),
});

/** What a release brings beside one read model more: `every` one of the others at its next version, or `none` changed. */
export type Changed = 'every' | 'none';

/** The next release, as a deploy would bring it. */
export const newerSlices = (changed: Changed): readonly Slice[] => [
  ...slices.map((slice) => ({
    ...slice,
    projections: slice.projections.map((one) => ({
      ...one,
      version: one.version + (changed === 'every' ? 1 : 0),
    })),
  })),
  defineSlice({ name: 'courtDemand', events: [], projections: [courtDemand] }),
];
