import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventRow } from '../storage/event-reader.js';
import { invalidArgumentError } from './errors.js';

/**
 * `checkpointEvery` is the number of considered events between checkpoints, which report the
 * position to the subscriber.
 */
export type EventFilter = Readonly<{
  matches: (eventRow: EventRow) => boolean;
  checkpointEvery: number;
}>;

/** The search window of a real server if the request sets none. */
const DEFAULT_SEARCH_WINDOW = 32;

function createTextMatcher(
  filterExpression: ReadReq.Options.FilterOptions.Expression,
): (candidate: string) => boolean {
  const filterPrefixes = filterExpression.getPrefixList();
  if (filterPrefixes.length > 0)
    return (candidate) => filterPrefixes.some((filterPrefix) => candidate.startsWith(filterPrefix));
  try {
    const filterPattern = new RegExp(filterExpression.getRegex());
    return (candidate) => filterPattern.test(candidate);
  } catch (error) {
    throw invalidArgumentError((error as Error).message);
  }
}

/**
 * Reads a filter on stream names or event types. Regular expressions are JavaScript's here and
 * .NET's on a real server; prefixes behave the same on both. Throws INVALID_ARGUMENT for a
 * malformed expression.
 */
export function parseFilter(filterOptions: ReadReq.Options.FilterOptions): EventFilter {
  const searchWindow = filterOptions.hasMax() ? filterOptions.getMax() : DEFAULT_SEARCH_WINDOW;
  const checkpointEvery =
    Math.max(1, searchWindow) * Math.max(1, filterOptions.getCheckpointintervalmultiplier());
  const nameExpression = filterOptions.getStreamIdentifier();
  const typeExpression = filterOptions.getEventType();
  if (!nameExpression && !typeExpression)
    throw invalidArgumentError('a filter needs stream names or event types');
  const matchesText = createTextMatcher((nameExpression ?? typeExpression)!);
  return {
    matches: nameExpression
      ? (eventRow) => matchesText(eventRow.stream)
      : (eventRow) => matchesText(eventRow.type),
    checkpointEvery,
  };
}
