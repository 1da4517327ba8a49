import type { UnreadableEvent } from '../kernel/codec.js';
import type { RecordedEvent } from '../kernel/events.js';
import type { AnyProcess, Job } from './process.js';

/**
 * An event that a process cannot handle. The process continues, and an operator can retry the
 * event.
 */
export type SetAsideEvent = Readonly<{
  event: Pick<RecordedEvent, 'id' | 'stream' | 'position'>;
  reason: string;
}>;

export type Reactions = Readonly<{
  jobs: readonly Job[];
  setAside: readonly SetAsideEvent[];
  /** The number of jobs that were not queued because their events were too old. */
  outdatedCount: number;
  /** The first event that only a newer release can read. Later events are not handled. */
  newer: UnreadableEvent | null;
}>;

/**
 * The jobs that follow from events in log order, and the events that cannot be handled. `now` is in
 * milliseconds; if it is omitted, no event is too old.
 */
export const reactTo = (
  { handles, react, maxEventAgeMs = Infinity }: AnyProcess,
  events: readonly (RecordedEvent | UnreadableEvent)[],
  now = -Infinity,
): Reactions => {
  const jobs: Job[] = [];
  const setAside: SetAsideEvent[] = [];
  let outdatedCount = 0;
  for (const event of events) {
    if ('unreadable' in event) {
      if (event.newer) return { jobs, setAside, outdatedCount, newer: event };
      setAside.push({ event, reason: event.unreadable });
    } else if (handles.includes(event.type))
      try {
        const eventJobs = react(event as never);
        const isOutdated = now - Date.parse(event.metadata.at) > maxEventAgeMs;
        if (isOutdated) outdatedCount += eventJobs.length;
        else jobs.push(...eventJobs);
      } catch (error) {
        setAside.push({ event, reason: String(error) });
      }
  }
  return { jobs, setAside, outdatedCount, newer: null };
};
