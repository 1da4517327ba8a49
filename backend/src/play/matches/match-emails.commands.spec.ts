import { describe, expect, it } from '@jest/globals';
import { court } from '../../booking/courts/court.js';
import { person } from '../../people/identity/person.js';
import { systemContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { MissingKey } from '../../platform/kernel/personal-data.js';
import {
  KEEP_UNTIL,
  LOGGED_AT,
  disputeSettled,
  emailErased,
  matchDisputed,
  matchFacts,
  matchLogged,
  matchVoided,
  matchConfirmed,
  playerAdded,
} from '../../../testing/match.js';
import {
  EmailMatchCommand,
  EmailMatchHandler,
  type MatchEmailJob,
} from './match-emails.commands.js';
import type { MatchEvent } from './match.events.js';
import { match } from './match.js';

const named = (changes: Parameters<typeof playerAdded>[0] = {}) => [
  matchLogged(),
  playerAdded({ keepUntil: KEEP_UNTIL, ...changes }),
];

const toNamed = {
  type: 'named',
  placeId: 'place-1',
  matchId: matchFacts.matchId,
  personId: null,
} as const;

const send = async (
  events: readonly MatchEvent[],
  { isBlocked = false, loggerEmail = 'pavel@example.test' } = {},
  job: MatchEmailJob = toNamed,
) => {
  const sent: unknown[] = [];
  const states = new Map<unknown, unknown>([
    [match, foldAll(match, events)],
    [court, { name: 'Roxbury' }],
    [person, { firstName: 'Pavel', lastName: 'Ace', email: loggerEmail }],
  ]);
  const handler = new EmailMatchHandler(
    { load: async (decider: unknown) => states.get(decider) } as never,
    { tokenFor: () => 'token' } as never,
    { refusalLinks: async () => ({ page: '', oneClick: '' }) } as never,
    { isEmailBlocked: async () => isBlocked } as never,
    { unsubscribeLinks: async () => ({ page: '', oneClick: '' }) } as never,
    {
      sendOnce: async (_id: string, write: () => Promise<unknown>) => void sent.push(await write()),
    } as never,
    { PUBLIC_URL: 'http://courtly.example' } as never,
  );
  await handler.execute(new EmailMatchCommand(job, systemContext('email 1', LOGGED_AT)));
  return sent;
};

describe('the email to someone named in a match without an account', () => {
  it('is not sent if they or the logger have since blocked the other', async () => {
    expect(await send(named())).toMatchObject([{ to: 'olga@example.test' }]);
    expect(await send(named(), { isBlocked: true })).toEqual([null]);
  });

  it('is retried while the key of the address is unusable', () =>
    expect(send(named({ email: '' }))).rejects.toThrow(MissingKey));

  it('is not sent once the logger has deleted their account, and is not retried', async () =>
    expect(await send(named({ email: '' }), { loggerEmail: '' })).toEqual([null]));

  it('is not sent once the address is erased', async () =>
    expect(await send([...named(), emailErased()])).toEqual([null]));
});

describe('the email about a decision of an admin', () => {
  const disputed = [...named({ playerId: 'olga' }), matchDisputed()];
  const bodyAfter = async (...events: MatchEvent[]) =>
    JSON.stringify(
      await send([...disputed, ...events], {}, { ...toNamed, type: 'ruled', personId: 'olga' }),
    );

  it('says what was decided, and why', async () => {
    const removed = await bodyAfter(disputeSettled(true));
    expect(removed).toContain("doesn't count");
    expect(removed).toContain('They say the same.');
    const kept = await bodyAfter(disputeSettled(false));
    expect(kept).toContain('kept as logged');
    expect(kept).toContain('They say the same.');
    expect(await bodyAfter(matchConfirmed(), matchVoided())).toContain("doesn't count");
  });

  it('does not show the reason of another person as that of the admin', async () => {
    const body = await bodyAfter(disputeSettled(true, { isReasonShown: false }));
    expect(body).not.toContain('They say the same.');
    expect(body).not.toContain('It was 4-6.');
  });
});
