import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { concernedIds } from '../across/audit/concerned.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../platform/http/personal-data-reads.js';
import { EventCodec, type UnreadableEvent } from '../platform/kernel/codec.js';
import { EventStore } from '../platform/stores/event-store.js';
import { type RecordedEvent, categoryOf } from '../platform/kernel/events.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { withApplication } from './application.js';
import type { StoredEvent } from '../platform/stores/stored-event.js';
import { type Cli, Failure } from './cli.js';
import { operatorContext } from './operator-context.js';
import { eventText } from './event-text.js';
import { withLog } from './log.js';

type PrintOptions = Readonly<{ json?: boolean; category?: string }>;

const BATCH_SIZE = 500;
const RETRY_DELAY_MS = 1_000;

const formatEvent = (event: RecordedEvent | UnreadableEvent, { json }: PrintOptions) =>
  json ? JSON.stringify(event) : eventText(event);

const showStream = (cli: Cli, stream: string, options: PrintOptions) =>
  withLog(cli, async ({ store, codec, recordRead }) => {
    const streamEvents = await codec.decode(await store.read(stream));
    if (streamEvents.length === 0) throw new Failure(`The stream ${stream} does not exist.`);
    await recordRead(stream, streamEvents);
    for (const event of streamEvents) cli.print(formatEvent(event, options));
  });

/** Prints events after recording whose personal data they contain. */
const printRecorded = async (
  cli: Cli,
  application: INestApplicationContext,
  storedEvents: readonly StoredEvent[],
  options: PrintOptions,
) => {
  const events = await application.get(EventCodec).decode(storedEvents);
  const of = events.flatMap((event) =>
    'unreadable' in event ? [] : concernedIds(event.type, event.data as Record<string, unknown>),
  );
  await application
    .get<PersonalDataReads>(PERSONAL_DATA_READS, { strict: false })
    .record({ what: 'timeline', about: 'log', of }, operatorContext(application, 'events', ''));
  for (const event of events) cli.print(formatEvent(event, options));
};

/** Prints new events from the position of the read models on. */
const tailLog = (cli: Cli, options: PrintOptions) =>
  withApplication(cli, async (application) => {
    const { categories } = application.get(EventCodec);
    if (options.category !== undefined && !categories.includes(options.category))
      throw new Failure(
        `Unknown category ${options.category}. Choose one of ${categories.join(', ')}.`,
      );
    const checkpoints = [...(await application.get(Checkpoints).loadAll()).values()];
    let position =
      checkpoints
        .map(({ live }) => live?.position ?? '')
        .reduce((left, right) => (left > right ? left : right), '') || null;
    let hasCaughtUp = false;
    while (!cli.interrupted.aborted) {
      try {
        for await (const batch of application
          .get(EventStore)
          .follow(categories, position, BATCH_SIZE, cli.interrupted)) {
          const matchingEvents = batch.events.filter(
            ({ stream }) => !options.category || categoryOf(stream) === options.category,
          );
          if (hasCaughtUp) await printRecorded(cli, application, matchingEvents, options);
          position = batch.events.at(-1)?.position ?? position;
          if (batch.caughtUp && !hasCaughtUp) cli.note('Following the log. Press Ctrl-C to stop.');
          hasCaughtUp ||= batch.caughtUp;
        }
      } catch (error) {
        cli.note(`Cannot read the log or record the read; retrying: ${String(error)}`);
        await delay(RETRY_DELAY_MS, undefined, { signal: cli.interrupted }).catch(() => undefined);
      }
    }
  });

export const eventsCommand = (cli: Cli): Command => {
  const events = new Command('events');
  events
    .command('show')
    .description(
      'print every event of a stream, such as courtDay-<courtId>_2027-03-13 or user-<id>',
    )
    .argument('<stream>')
    .option('--json', 'print one JSON object per line')
    .action((stream: string, options: PrintOptions) => showStream(cli, stream, options));
  events
    .command('tail')
    .description('print new events until Ctrl-C')
    .option('--category <name>', 'only streams named <name>-...')
    .option('--json', 'print one JSON object per line')
    .action((options: PrintOptions) => tailLog(cli, options));
  return events;
};
