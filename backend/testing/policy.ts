import { randomUUID } from 'node:crypto';
import type { PolicyValues } from '@courtly/contracts/policies';
import { CommandBus } from '@nestjs/cqrs';
import { PublishPolicyCommand } from '../src/people/policies/policy-changes.commands.js';
import { POLICY_LEAD_MS } from '../src/people/policies/policy-history.js';
import { Clock } from '../src/platform/kernel/clock.js';
import { systemContext } from '../src/platform/kernel/context.js';
import type { Courtly, Member } from './courtly.js';

/** Publishes values of the policy, and moves the clock to the instant when they take effect. */
export const changePolicy = async (
  { app, config }: Courtly,
  admin: Member,
  values: PolicyValues,
): Promise<void> => {
  const draft = { replaces: config.policy.id, values, effectiveAt: null, reason: 'A test.' };
  const at = app.get(Clock, { strict: false }).instant();
  const context = {
    ...systemContext(`policy ${randomUUID()}`, at),
    actor: { id: admin.user.id, role: 'admin' } as const,
  };
  await app
    .get(CommandBus, { strict: false })
    .execute(new PublishPolicyCommand({ draft, confirmedBy: null }, context));
  config.CLOCK_OFFSET_MS += POLICY_LEAD_MS;
};
