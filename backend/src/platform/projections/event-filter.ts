import { type EventSet, categoryOf, keyErasuresIn } from '../kernel/events.js';
import type { StoredEvent } from '../stores/stored-event.js';
import type { DecodedEvent } from './fold.js';
import type { AnyProjection } from './projection.js';

/** The categories of streams that may contain events of a projection. */
export const categoriesOf = (
  { handles }: AnyProjection,
  sets: readonly EventSet[],
): readonly string[] =>
  sets
    .filter(({ definitions }) => handles === 'all' || handles.some((type) => type in definitions))
    .flatMap(({ categories }) => categories);

/** All categories of streams that the application writes. */
export const allCategories = (sets: readonly EventSet[]): readonly string[] =>
  sets.flatMap(({ categories }) => categories);

const handlesType = ({ handles }: AnyProjection, type: string): boolean =>
  handles === 'all' || handles.includes(type);

/**
 * The events of a batch for a projection: those it handles, and those of unknown types in its
 * categories.
 */
export const eventsFor = (
  projection: AnyProjection,
  categories: readonly string[],
  events: readonly DecodedEvent[],
): readonly DecodedEvent[] =>
  events.filter((event) =>
    'unreadable' in event && event.newer === 'type'
      ? categories.includes(categoryOf(event.stream))
      : handlesType(projection, event.type),
  );

/** Selects the stored events to decode: those of the projections, and erasures of keys. */
export const eventFilter = (projections: readonly AnyProjection[], sets: readonly EventSet[]) => {
  const known = new Set(sets.flatMap(({ definitions }) => Object.keys(definitions)));
  const erasures = keyErasuresIn(sets);
  const handled = new Set(
    [...known].filter(
      (type) => erasures.has(type) || projections.some((one) => handlesType(one, type)),
    ),
  );
  const categories = new Set(projections.flatMap((one) => categoriesOf(one, sets)));
  return ({ type, stream }: Pick<StoredEvent, 'type' | 'stream'>): boolean =>
    handled.has(type) || (!known.has(type) && categories.has(categoryOf(stream)));
};
