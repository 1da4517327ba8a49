import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Row } from '../storage/event-reader.js';
import { invalidArgument } from './errors.js';

/** `checkpointEvery` is the number of considered events after which a subscriber learns the position. */
export type Filter = Readonly<{ matches: (row: Row) => boolean; checkpointEvery: number }>;

/** Search window where the request only counts, as on a real server. */
const DEFAULT_WINDOW = 32;

function textMatcher(
  expression: ReadReq.Options.FilterOptions.Expression,
): (text: string) => boolean {
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  try {
    const regex = new RegExp(expression.getRegex());
    return (text) => regex.test(text);
  } catch (error) {
    throw invalidArgument((error as Error).message);
  }
}

/**
 * Reads a filter on stream names or event types. Regular expressions are JavaScript's here and .NET's on a real server:
 * prefixes mean the same on both. Throws INVALID_ARGUMENT for a malformed expression.
 */
export function parseFilter(options: ReadReq.Options.FilterOptions): Filter {
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW;
  const checkpointEvery =
    Math.max(1, window) * Math.max(1, options.getCheckpointintervalmultiplier());
  const names = options.getStreamIdentifier();
  const types = options.getEventType();
  if (!names && !types) throw invalidArgument('a filter is on stream names or on event types');
  const matchesText = textMatcher((names ?? types)!);
  return {
    matches: names ? (row) => matchesText(row.stream) : (row) => matchesText(row.type),
    checkpointEvery,
  };
}
