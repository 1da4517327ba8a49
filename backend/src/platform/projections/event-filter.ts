import { type EventSet, categoryOf, keyErasuresIn } from '../kernel/events.js';
import type { StoredEvent } from '../stores/stored-event.js';
import type { DecodedEvent } from './fold.js';
import type { AnyProjection } from './projection.js';

/** The categories of streams that may contain events of a projection. */
export const categoriesOf = (
  { handles }: AnyProjection,
  eventSets: readonly EventSet[],
): readonly string[] =>
  eventSets
    .filter(
      ({ definitions }) =>
        handles === 'all' || handles.some((eventType) => eventType in definitions),
    )
    .flatMap(({ categories }) => categories);

/** All categories of streams to which the application writes. */
export const allCategories = (eventSets: readonly EventSet[]): readonly string[] =>
  eventSets.flatMap(({ categories }) => categories);

const handlesType = ({ handles }: AnyProjection, eventType: string): boolean =>
  handles === 'all' || handles.includes(eventType);

/**
 * The events of a batch that concern a projection: those that it handles, and those of unknown
 * types in its categories.
 */
export const eventsFor = (
  projection: AnyProjection,
  categories: readonly string[],
  decodedEvents: readonly DecodedEvent[],
): readonly DecodedEvent[] =>
  decodedEvents.filter((decodedEvent) =>
    'unreadable' in decodedEvent && decodedEvent.newer === 'type'
      ? categories.includes(categoryOf(decodedEvent.stream))
      : handlesType(projection, decodedEvent.type),
  );

/**
 * Selects the stored events to decode: those of the projections, and those that report key
 * erasures.
 */
export const eventFilter = (
  projections: readonly AnyProjection[],
  eventSets: readonly EventSet[],
) => {
  const knownTypes = new Set(eventSets.flatMap(({ definitions }) => Object.keys(definitions)));
  const erasureTypes = keyErasuresIn(eventSets);
  const handledTypes = new Set(
    [...knownTypes].filter(
      (eventType) =>
        erasureTypes.has(eventType) ||
        projections.some((projection) => handlesType(projection, eventType)),
    ),
  );
  const categories = new Set(
    projections.flatMap((projection) => categoriesOf(projection, eventSets)),
  );
  return ({ type, stream }: Pick<StoredEvent, 'type' | 'stream'>): boolean =>
    handledTypes.has(type) || (!knownTypes.has(type) && categories.has(categoryOf(stream)));
};
