import { expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { readConfig } from '../../config.js';
import type { PoliciesInForce } from '../../people/policies/policies-in-force.service.js';
import {
  type PublishPolicyCommand,
  PublishPolicyHandler,
} from '../../people/policies/policy-changes.commands.js';
import { PolicyDrafts } from '../../people/policies/policy-drafts.service.js';
import { CLUB_POLICY, policyHistory } from '../../people/policies/policy-history.js';
import { policyValuesOf } from '../../people/policies/policy-values.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { confirmation } from './confirmation.js';
import {
  MakeConfirmedChangeCommand,
  MakeConfirmedChangeHandler,
} from './confirmations.commands.js';

const AT = '2027-06-10T08:00:00.000Z';
const config = readConfig({
  EVENTSTORE_URL: 'esdb://127.0.0.1',
  MONGODB_URI: 'mongodb://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  SESSION_SECRETS: 's'.repeat(32),
  KEY_SECRETS: 'k'.repeat(32),
  LOOKUP_SECRETS: 'l'.repeat(32),
  POLICY_FILE: 'deploy/policies/open.json',
});

/** A log with a confirmed policy change. `publish` is what the command bus runs. */
const confirmedChange = async () => {
  const { commands, streams } = startProcess(new InMemoryEventStore());
  const spring = { policyId: 'spring', values: policyValuesOf(config.policy), effectiveAt: AT };
  const noChange = { changedBy: null, reason: null, replaces: null, isDefault: false };
  await commands.handle(
    policyHistory,
    CLUB_POLICY,
    { type: 'TakeEffect', data: { ...spring, ...noChange } },
    systemContext('start', AT),
  );
  const body = { replaces: 'spring', values: { feeShare: 900 }, effectiveAt: null, reason: 'No.' };
  const request = {
    confirmationId: 'c1',
    act: 'policy_change',
    bookingId: null,
    userId: null,
    amountCents: 0,
    currency: 'usd',
    input: JSON.stringify({ params: {}, body }),
    reason: 'No.',
    requestedBy: 'ada',
    requestedAt: AT,
    expiresAt: '2027-06-13T08:00:00.000Z',
  } as const;
  const context = (id: string) => systemContext(id, AT);
  await commands.handle(
    confirmation,
    'c1',
    { type: 'RequestConfirmation', data: request },
    context('request'),
  );
  await commands.handle(
    confirmation,
    'c1',
    {
      type: 'Confirm',
      data: {
        adminId: 'bea',
        at: AT,
        appointment: { at: null, by: [] },
        requesterAppointment: { at: null, by: [] },
      },
    },
    context('confirm'),
  );
  const publisher = new PublishPolicyHandler(commands, new PolicyDrafts(streams, config), {
    readOrKeep: async () => undefined,
  } as unknown as PoliciesInForce);
  const admins = {
    load: (fold: typeof confirmation, id: string) =>
      fold.category === 'user' ? { roles: ['admin'], suspension: null } : streams.load(fold, id),
  } as unknown as Streams;
  const make = (publish: (command: PublishPolicyCommand) => Promise<unknown>) =>
    new MakeConfirmedChangeHandler(
      { execute: publish } as unknown as CommandBus,
      commands,
      admins,
    ).execute(new MakeConfirmedChangeCommand({ confirmationId: 'c1' }, context('make')));
  return {
    make,
    publish: (command: PublishPolicyCommand) => publisher.execute(command),
    status: async () => (await streams.load(confirmation, 'c1'))?.status,
    policyIds: async () =>
      (await streams.load(policyHistory, CLUB_POLICY)).map(({ policyId }) => policyId),
  };
};

it('records a change as made if the process stopped after it was made', async () => {
  const { make, publish, status, policyIds } = await confirmedChange();
  const stopped = make(async (command) => {
    await publish(command);
    throw new Error('The process has stopped.');
  });
  await expect(stopped).rejects.toThrow('The process has stopped.');
  expect(await status()).toBe('confirmed');
  await make(publish);
  expect([await status(), await policyIds()]).toEqual(['done', ['spring', '2027-06-10']]);
});

it('tries again while a store is unavailable, and records a refusal otherwise', async () => {
  const { make, status } = await confirmedChange();
  const fail = (code: 'store_unavailable' | 'wrong_status') => async () => {
    throw new DomainError(code, 'Not now.');
  };
  await expect(make(fail('store_unavailable'))).rejects.toMatchObject({
    code: 'store_unavailable',
  });
  expect(await status()).toBe('confirmed');
  await make(fail('wrong_status'));
  expect(await status()).toBe('refused');
});
