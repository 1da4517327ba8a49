import type { UnreadableEvent } from '../kernel/codec.js';
import type { RecordedEvent } from '../kernel/events.js';
import type { AnyProcess, Job } from './process.js';

/** An event that a process cannot handle. The process continues; an operator retries the event. */
export type SetAsideEvent = Readonly<{
  event: Pick<RecordedEvent, 'id' | 'stream' | 'position'>;
  reason: string;
}>;

export type Reactions = Readonly<{
  jobs: readonly Job[];
  setAside: readonly SetAsideEvent[];
  /** The first event that only a newer release can read. Later events are not handled. */
  newer: UnreadableEvent | null;
}>;

/** The jobs that follow from events in log order, and the events that cannot be handled. */
export const reactTo = (
  { handles, react }: AnyProcess,
  events: readonly (RecordedEvent | UnreadableEvent)[],
): Reactions => {
  const jobs: Job[] = [];
  const setAside: SetAsideEvent[] = [];
  for (const event of events) {
    if ('unreadable' in event) {
      if (event.newer) return { jobs, setAside, newer: event };
      setAside.push({ event, reason: event.unreadable });
    } else if (handles.includes(event.type))
      try {
        jobs.push(...react(event as never));
      } catch (error) {
        setAside.push({ event, reason: String(error) });
      }
  }
  return { jobs, setAside, newer: null };
};
