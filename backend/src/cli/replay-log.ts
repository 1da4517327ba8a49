import { Sport } from '@courtly/contracts/sport';
import { Logger } from '@nestjs/common';
import { InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../config.js';
import { EventCodec } from '../platform/kernel/codec.js';
import { StreamCache } from '../platform/kernel/stream-cache.js';
import { Streams } from '../platform/kernel/streams.js';
import { type FormulaParameters, formulaNames } from '../play/rankings/formulas.js';
import { ratingFormulaEvents } from '../play/rankings/rankings.events.js';
import { noPersonKeys, readMatchLog } from '../play/rankings/match-log.js';
import { ReplayedMatches } from '../play/rankings/replayed-matches.js';
import { EventStore } from '../platform/stores/event-store.js';
import { untilClosed } from './application.js';
import type { Cli } from './cli.js';
import { progressBar } from './rebuild.js';

/** Runs work that needs only the event store, but no other stores or keys. */
export const withEventStore = async <T>(
  cli: Cli,
  work: (eventStore: EventStore) => Promise<T>,
): Promise<T> => {
  // Standard output is reserved for the result of the command.
  Logger.overrideLogger(false);
  const eventStore = new EventStore(readConfig({ ...cli.environment, ROLES: 'cli' }));
  try {
    return await work(eventStore);
  } finally {
    await untilClosed(eventStore.onApplicationShutdown());
  }
};

export const formulaStreams = (eventStore: EventStore): Streams => {
  const eventCodec = new EventCodec([ratingFormulaEvents], noPersonKeys);
  return new Streams(eventStore, eventCodec, new StreamCache(eventStore, eventCodec));
};

/** Reads all match events decided by `asOf` (UTC, null for all) and runs work on them. */
export const withMatches = async <T>(
  cli: Cli,
  eventStore: EventStore,
  asOf: string | null,
  work: (matches: ReplayedMatches) => Promise<T>,
): Promise<T> => {
  const matches = new ReplayedMatches(asOf);
  try {
    await cli.step('Reading the matches', async (onProgress) => {
      const [endPosition, startedAt] = [await eventStore.readLogEnd(), performance.now()];
      let events = 0;
      for await (const batch of readMatchLog(eventStore, cli.interrupted)) {
        matches.addEvents(batch);
        events += batch.length;
        const lastPosition = batch.at(-1)!.position;
        onProgress(
          progressBar(
            { events, seconds: (performance.now() - startedAt) / 1_000, position: lastPosition },
            endPosition,
          ),
        );
      }
    });
    return await work(matches);
  } finally {
    matches.close();
  }
};

/** Parses a UTC instant or a day. A day means its end. */
const parseAsOf = (text: string): string => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const timestamp = Date.parse(isDay ? `${text}T23:59:59.999Z` : text);
  if (
    Number.isNaN(timestamp) ||
    (!isDay && !/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text))
  )
    throw new InvalidArgumentError(
      'Use a day such as 2027-03-13, or an instant such as 2027-03-13T18:00:00Z.',
    );
  return new Date(timestamp).toISOString();
};

export const asOfOption = (): Option =>
  new Option(
    '--as-of <instant>',
    'ignore later decisions; a day counts until its end (UTC)',
  ).argParser(parseAsOf);

export const sportOption = (): Option =>
  new Option('--sport <name>', 'the sport').choices(Sport.options).default('tennis');

/** Collects `name=value` pairs for a formula. */
export const parseSetting = (
  text: string,
  previousSettings: FormulaParameters = {},
): FormulaParameters => {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? [];
  const setting = value === 'true' ? true : value === 'false' ? false : Number(value);
  if (!name || Number.isNaN(setting))
    throw new InvalidArgumentError('Use a name and a value such as gameWeight=0.3.');
  return { ...previousSettings, [name]: setting };
};

export const namesOfFormulas = formulaNames.join(', ');
