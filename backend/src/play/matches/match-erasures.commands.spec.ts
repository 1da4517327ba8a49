import { expect, it } from '@jest/globals';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import {
  KEEP_UNTIL,
  LOGGED_AT,
  LOG_BY,
  matchFacts,
  matchResult,
  playedWith,
} from '../../../testing/match.js';
import { systemContext } from '../../platform/kernel/context.js';
import { EraseMatchEmailsCommand, EraseMatchEmailsHandler } from './match-erasures.commands.js';
import { match } from './match.js';

const { matchId } = matchFacts;

it('an email in a match is erased with its own key at the end of its period', async () => {
  const [store, keys] = [new InMemoryEventStore(), new InMemoryKeys()];
  const { commands, streams } = startProcess(store, keys);
  const players = [playedWith({ keepUntil: KEEP_UNTIL })];
  await commands.handle(
    match,
    matchId,
    { type: 'LogMatch', data: { ...matchResult(), players, logBy: LOG_BY } },
    systemContext('log', LOGGED_AT),
  );
  const handler = new EraseMatchEmailsHandler(
    commands,
    streams,
    { assertWritable: async () => undefined } as never,
    { eraseKey: async (placeId: string) => keys.erase(placeId) } as never,
  );
  const eraseAt = (instant: string) =>
    handler.execute(
      new EraseMatchEmailsCommand({ matchId }, systemContext(`erase ${instant}`, instant)),
    );
  /** As read by a process with an empty cache. */
  const storedPlayer = async () =>
    (await startProcess(store, keys).streams.load(match, matchId))!.players[0];

  await eraseAt(LOGGED_AT);
  expect(await storedPlayer()).toMatchObject({ name: 'Olga', email: 'olga@example.test' });
  await eraseAt(KEEP_UNTIL);
  await eraseAt(KEEP_UNTIL);
  expect(await storedPlayer()).toMatchObject({ name: 'Olga', email: '' });
  expect(store.log.map(({ type }) => type)).toEqual([
    'MatchLogged',
    'MatchPlayerAdded',
    'MatchPlayerEmailErased',
  ]);
  // Without the event, the deleted key alone makes the email unreadable.
  const withoutErasure = new InMemoryEventStore(undefined, store.log.slice(0, 2));
  const restored = await startProcess(withoutErasure, keys).streams.load(match, matchId);
  expect(restored!.players[0]).toMatchObject({ name: 'Olga', email: '' });
});
