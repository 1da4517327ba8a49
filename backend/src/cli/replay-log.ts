import { Logger } from '@nestjs/common';
import { InvalidArgumentError } from 'commander';
import { readConfig } from '../config.js';
import { EventCodec } from '../platform/kernel/codec.js';
import { Streams } from '../platform/kernel/streams.js';
import { type Parameters, formulaNames } from '../play/rankings/formulas.js';
import { ratingFormulaEvents } from '../play/rankings/rankings.events.js';
import { nobodysKeys, readMatchLog } from '../play/rankings/match-log.js';
import { ReplayedMatches } from '../play/rankings/replayed-matches.js';
import { EventStore } from '../platform/stores/event-store.js';
import type { Cli } from './cli.js';
import { progressBar } from './rebuild.js';

/** Runs work that needs only the event store, without other stores and keys. */
export const withEventStore = async <T>(
  cli: Cli,
  work: (store: EventStore) => Promise<T>,
): Promise<T> => {
  // Standard output belongs to the command.
  Logger.overrideLogger(false);
  const store = new EventStore(readConfig(cli.environment));
  try {
    return await work(store);
  } finally {
    await store.onApplicationShutdown();
  }
};

export const formulaStreams = (store: EventStore): Streams =>
  new Streams(store, new EventCodec([ratingFormulaEvents], nobodysKeys));

/** Reads all match events decided by `asOf` (UTC, null for all) and runs work on them. */
export const withMatches = async <T>(
  cli: Cli,
  store: EventStore,
  asOf: string | null,
  work: (matches: ReplayedMatches) => Promise<T>,
): Promise<T> => {
  const matches = new ReplayedMatches(asOf);
  try {
    await cli.step('Reading the matches', async (tell) => {
      const [end, started] = [await store.readLogEnd(), performance.now()];
      let events = 0;
      for await (const batch of readMatchLog(store, cli.interrupted)) {
        matches.take(batch);
        events += batch.length;
        const position = batch.at(-1)!.position;
        tell(
          progressBar({ events, seconds: (performance.now() - started) / 1_000, position }, end),
        );
      }
    });
    return await work(matches);
  } finally {
    matches.close();
  }
};

/** Parses a UTC instant, or a day, which means its end. */
export const instant = (text: string): string => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = Date.parse(day ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(at) || (!day && !/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)))
    throw new InvalidArgumentError(
      'Use a day such as 2027-03-13, or an instant such as 2027-03-13T18:00:00Z.',
    );
  return new Date(at).toISOString();
};

/** Collects `name=value` pairs for a formula. */
export const setting = (text: string, before: Parameters = {}): Parameters => {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? [];
  const read = value === 'true' ? true : value === 'false' ? false : Number(value);
  if (!name || Number.isNaN(read))
    throw new InvalidArgumentError('Use a name and a value such as gameWeight=0.3.');
  return { ...before, [name]: read };
};

export const namesOfFormulas = formulaNames.join(', ');
