import { categoryOf, type RecordedEvent } from '../../platform/kernel/events.js';

export const NOT_REPORTED = 'Not shown, because no one reported this message.';

/** Favorites, follows, and blocks are private, even for admins. */
export const hasPrivateContent = (streamName: string): boolean =>
  ['blocks', 'favourites', 'follows'].includes(categoryOf(streamName));

type Fields = Readonly<Record<string, unknown>>;

/** The events of a stream without private choices and without messages that no one reported. */
export const withoutPrivateContent = (
  streamEvents: readonly RecordedEvent[],
): readonly RecordedEvent[] => {
  const reportedNumbers = new Set(
    streamEvents
      .filter(({ type }) => type === 'MessageReported')
      .map(({ data }) => (data as Fields)['number']),
  );
  return streamEvents.map((event) => {
    const data = event.data as Fields;
    if (hasPrivateContent(event.stream)) return { ...event, data: { userId: data['userId'] } };
    return event.type === 'MessageSent' && !reportedNumbers.has(data['number'])
      ? { ...event, data: { ...data, text: NOT_REPORTED } }
      : event;
  });
};
