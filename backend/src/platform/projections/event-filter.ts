import { type EventSet, categoryOf, keyErasuresIn } from '../kernel/events.js';
import type { StoredEvent } from '../stores/stored-event.js';
import type { DecodedEvent } from './fold.js';
import type { AnyProjection } from './projection.js';

/** The categories of stream that can hold an event which the projection handles. */
export const categoriesOf = (
  { handles }: AnyProjection,
  sets: readonly EventSet[],
): readonly string[] =>
  sets
    .filter(({ definitions }) => handles === 'all' || handles.some((type) => type in definitions))
    .flatMap(({ categories }) => categories);

/** Every category of stream that the application writes. */
export const allCategories = (sets: readonly EventSet[]): readonly string[] =>
  sets.flatMap(({ categories }) => categories);

const handlesType = ({ handles }: AnyProjection, type: string): boolean =>
  handles === 'all' || handles.includes(type);

/** The events of a batch that concern a projection: those that it handles, and those of unknown types that it might handle. */
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

/** Filters the stored events that concern any of the projections, or tell that keys are gone: only they are worth decoding. */
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
