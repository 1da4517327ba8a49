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
  it('is the same command whenever the same person sends the same call with the same key', () => {
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
  ])('is another command for another %s', (_what, change) =>
    expect(commandContext({ ...given, ...change }).commandId).not.toBe(
      commandContext(given).commandId,
    ),
  );

  it('is the same command with another fingerprint when the same key brings another request', () => {
    const other = commandContext({ ...given, fingerprint: 'hash of another request' });
    expect(other.commandId).toBe(commandContext(given).commandId);
    expect(other.fingerprint).not.toBe(commandContext(given).fingerprint);
  });

  it('has an id that nobody can work out without the secret', () => {
    const other = new Ids({ LOOKUP_SECRETS: ['another secret of lookups for tests'] });
    expect(contextWith(given, other).commandId).not.toBe(commandContext(given).commandId);
  });

  it.each([undefined, ''])('is a new command every time without a key (%p)', (key) =>
    expect(commandContext({ ...given, key }).commandId).not.toBe(
      commandContext({ ...given, key }).commandId,
    ),
  );

  it('carries who asks, when, and within which request', () =>
    expect(commandContext(given)).toMatchObject({
      actor: given.actor,
      at: given.at,
      correlationId: 'request-1',
    }));
});

describe("the context of the product's own command", () => {
  it('is the same command for the same cause, at whatever time', () => {
    const [one, two] = [
      systemContext('expire:booking-1', given.at),
      systemContext('expire:booking-1', '2028'),
    ];
    expect([two.commandId, two.fingerprint]).toEqual([one.commandId, one.fingerprint]);
  });

  it('is another command for another cause', () =>
    expect(systemContext('expire:booking-2', given.at).commandId).not.toBe(
      systemContext('expire:booking-1', given.at).commandId,
    ));

  it('names the event that caused it, where there is one', () => {
    expect(systemContext('expire:booking-1', given.at, 'event-1')).toMatchObject({
      actor: { id: 'courtly', role: 'courtly' },
      causationId: 'event-1',
    });
    expect(systemContext('expire:booking-1', given.at)).not.toHaveProperty('causationId');
  });
});
