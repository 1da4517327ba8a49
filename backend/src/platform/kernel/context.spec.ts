import { describe, expect, it } from '@jest/globals';
import { commandContext as contextWith, systemContext } from './context.js';
import { Ids } from './ids.js';

const ids = new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });
const commandContext = (about: Parameters<typeof contextWith>[0]) => contextWith(about, ids);

const given = {
  actor: { id: 'pavel', role: 'player' },
  at: '2027-03-10T12:00:00.000Z',
  correlationId: 'request-1',
  call: 'POST /api/bookings',
  fingerprint: 'hash of the request',
  key: 'key-1',
} as const;

describe('the context of a request', () => {
  it('identifies the same command for the same user, call, and key', () => {
    const again = commandContext({
      ...given,
      at: '2027-03-10T12:05:00.000Z',
      correlationId: 'request-2',
    });
    expect(again.commandId).toBe(commandContext(given).commandId);
    expect(again.fingerprint).toBe(commandContext(given).fingerprint);
  });

  it.each([
    ['person', { actor: { id: 'quinn', role: 'player' } as const }],
    ['call', { call: 'POST /api/courts' }],
    ['key', { key: 'key-2' }],
  ])('identifies another command for another %s', (_what, change) =>
    expect(commandContext({ ...given, ...change }).commandId).not.toBe(
      commandContext(given).commandId,
    ),
  );

  it('keeps the command id but changes the fingerprint if the request differs', () => {
    const other = commandContext({ ...given, fingerprint: 'hash of another request' });
    expect(other.commandId).toBe(commandContext(given).commandId);
    expect(other.fingerprint).not.toBe(commandContext(given).fingerprint);
  });

  it('has a command id that cannot be computed without the secret', () => {
    const other = new Ids({ LOOKUP_SECRETS: ['another secret of lookups for tests'] });
    expect(contextWith(given, other).commandId).not.toBe(commandContext(given).commandId);
  });

  it.each([undefined, ''])('identifies a new command every time if the key is %p', (key) =>
    expect(commandContext({ ...given, key }).commandId).not.toBe(
      commandContext({ ...given, key }).commandId,
    ),
  );

  it('carries the user, the time, and the request', () =>
    expect(commandContext(given)).toMatchObject({
      actor: given.actor,
      at: given.at,
      correlationId: 'request-1',
    }));
});

describe('the context of a system command', () => {
  it('identifies the same command for the same cause at any time', () => {
    const [firstContext, two] = [
      systemContext('expire:booking-1', given.at),
      systemContext('expire:booking-1', '2028'),
    ];
    expect([two.commandId, two.fingerprint]).toEqual([
      firstContext.commandId,
      firstContext.fingerprint,
    ]);
  });

  it('identifies another command for another cause', () =>
    expect(systemContext('expire:booking-2', given.at).commandId).not.toBe(
      systemContext('expire:booking-1', given.at).commandId,
    ));

  it('names the event that caused it, if any', () => {
    expect(systemContext('expire:booking-1', given.at, 'event-1')).toMatchObject({
      actor: { id: 'courtly', role: 'courtly' },
      causationId: 'event-1',
    });
    expect(systemContext('expire:booking-1', given.at)).not.toHaveProperty('causationId');
  });
});
