import { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { EventCodec, type UnreadableEvent } from '../platform/kernel/codec.js';
import { EventStore } from '../platform/stores/event-store.js';
import { type RecordedEvent, categoryOf } from '../platform/kernel/events.js';
import { Checkpoints } from '../platform/projections/checkpoints.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { eventText } from './event-text.js';
import { categories } from '../verify/log.js';

type Shown = Readonly<{ json?: boolean; category?: string }>;

const BATCH = 500;
const PAUSE_MS = 1_000;

const textOf = (event: RecordedEvent | UnreadableEvent, { json }: Shown) =>
  json ? JSON.stringify(event) : eventText(event);

const show = (cli: Cli, stream: string, options: Shown) =>
  withApplication(cli, async (app) => {
    const events = await app.get(EventCodec).decode(await app.get(EventStore).read(stream));
    if (events.length === 0) throw new Failure(`The stream ${stream} does not exist.`);
    for (const event of events) cli.print(textOf(event, options));
  });

/** Prints new events, starting at the position of the read models. */
const tail = (cli: Cli, options: Shown) =>
  withApplication(cli, async (app) => {
    if (options.category !== undefined && !categories.includes(options.category))
      throw new Failure(
        `Unknown category ${options.category}. Categories: ${categories.join(', ')}.`,
      );
    const checkpoints = [...(await app.get(Checkpoints).loadAll()).values()];
    let position =
      checkpoints.map(({ live }) => live?.position ?? '').reduce((a, b) => (a > b ? a : b), '') ||
      null;
    let live = false;
    while (!cli.interrupted.aborted) {
      try {
        for await (const batch of app
          .get(EventStore)
          .follow(categories, position, BATCH, cli.interrupted)) {
          const wanted = batch.events.filter(
            ({ stream }) => !options.category || categoryOf(stream) === options.category,
          );
          if (live)
            for (const event of await app.get(EventCodec).decode(wanted))
              cli.print(textOf(event, options));
          position = batch.events.at(-1)?.position ?? position;
          if (batch.caughtUp && !live) cli.note('Following the log. Press Ctrl-C to stop.');
          live ||= batch.caughtUp;
        }
      } catch (error) {
        cli.note(`The event store does not respond, retrying: ${String(error)}`);
        await delay(PAUSE_MS, undefined, { signal: cli.interrupted }).catch(() => undefined);
      }
    }
  });

export const eventsCommand = (cli: Cli): Command => {
  const events = new Command('events').description(
    'read the log, with personal data in plain text',
  );
  events
    .command('show')
    .description(
      'print every event of a stream, such as courtDay-<courtId>_2027-03-13 or user-<id>',
    )
    .argument('<stream>')
    .option('--json', 'print one JSON object per line')
    .action((stream: string, options: Shown) => show(cli, stream, options));
  events
    .command('tail')
    .description('print new events until Ctrl-C')
    .option('--category <name>', 'only streams named <name>-...')
    .option('--json', 'print one JSON object per line')
    .action((options: Shown) => tail(cli, options));
  return events;
};
