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
  const directory = await temporaryDirectory();
  const { url, stop } = await startEventStoreDb({
    file: join(directory.path, 'events.db'),
    port: 0,
  });
  const close = async () => {
    await stop();
    await directory.remove();
  };
  return { url, close };
}

/** Connects to the server that EVENTSTORE_URL names, without it to a stand-in on a file of its own. */
export async function connect(): Promise<Connection> {
  const given = process.env.EVENTSTORE_URL;
  const server = given ? { url: given, close: async () => {} } : await startStandIn();
  const client = esdb.EventStoreDBClient.connectionString(server.url);
  return {
    client,
    url: server.url,
    async close() {
      await client.dispose();
      await server.close();
    },
  };
}

/** A stream name that no other test uses. */
export const freshStream = (category = 'contract'): string => `${category}-${randomUUID()}`;

export const noted = (note: unknown, type = 'Noted') =>
  esdb.jsonEvent<JSONEventType>({ type, data: { note } });

/** `count` events whose notes are 0, 1, 2, … */
export const notes = (count: number) => Array.from({ length: count }, (_, index) => noted(index));

export const noteOf = ({ event }: ResolvedEvent): unknown =>
  (event?.data as { note: unknown } | undefined)?.note;

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The notes of a read, in the order of the read. */
export const notesOf = async (read: AsyncIterable<ResolvedEvent>): Promise<unknown[]> =>
  (await collect(read)).map(noteOf);
