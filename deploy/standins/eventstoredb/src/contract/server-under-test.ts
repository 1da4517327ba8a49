import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import esdb, {
  type EventStoreDBClient,
  type JSONEventType,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { startEventStoreDb } from '../server.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';

export type Connection = Readonly<{
  client: EventStoreDBClient;
  url: string;
  close: () => Promise<void>;
}>;

async function startStandIn() {
  const dataDirectory = await temporaryDirectory();
  const { url, stop } = await startEventStoreDb({
    file: join(dataDirectory.path, 'events.db'),
    port: 0,
  });
  const close = async () => {
    await stop();
    await dataDirectory.remove();
  };
  return { url, close };
}

/** Connects to the server in EVENTSTORE_URL, or starts a stand-in with a temporary data file. */
export async function connect(): Promise<Connection> {
  const configuredUrl = process.env.EVENTSTORE_URL;
  const connectedServer = configuredUrl
    ? { url: configuredUrl, close: async () => {} }
    : await startStandIn();
  const eventClient = esdb.EventStoreDBClient.connectionString(connectedServer.url);
  return {
    client: eventClient,
    url: connectedServer.url,
    async close() {
      await eventClient.dispose();
      await connectedServer.close();
    },
  };
}

/** A unique stream name. */
export const uniqueStream = (streamCategory = 'contract'): string =>
  `${streamCategory}-${randomUUID()}`;

export const createNotedEvent = (noteValue: unknown, eventType = 'Noted') =>
  esdb.jsonEvent<JSONEventType>({ type: eventType, data: { note: noteValue } });

/** `eventCount` events with the notes 0, 1, 2, … */
export const createNotedEvents = (eventCount: number) =>
  Array.from({ length: eventCount }, (_, noteIndex) => createNotedEvent(noteIndex));

export const readNote = ({ event }: ResolvedEvent): unknown =>
  (event?.data as { note: unknown } | undefined)?.note;

export async function collectItems<Item>(asyncItems: AsyncIterable<Item>): Promise<Item[]> {
  const collectedItems: Item[] = [];
  for await (const nextItem of asyncItems) collectedItems.push(nextItem);
  return collectedItems;
}

/** The notes of the events in the order they are read. */
export const readNotes = async (eventStream: AsyncIterable<ResolvedEvent>): Promise<unknown[]> =>
  (await collectItems(eventStream)).map(readNote);
