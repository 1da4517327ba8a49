import type { PublishPolicyBody } from '@courtly/contracts/policies';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { PoliciesInForce } from './policies-in-force.service.js';
import { PolicyDrafts } from './policy-drafts.service.js';
import { CLUB_POLICY, policyHistory } from './policy-history.js';

type Published = CommandResult<Readonly<{ policyId: string; effectiveAt: string }>>;

export class PublishPolicyCommand extends defineCommand<
  Readonly<{ draft: PublishPolicyBody; confirmedBy: string | null }>,
  Published
>() {}

@CommandHandler(PublishPolicyCommand)
export class PublishPolicyHandler implements ICommandHandler<PublishPolicyCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly policyDrafts: PolicyDrafts,
    private readonly policiesInForce: PoliciesInForce,
  ) {}

  /** @throws DomainError invalid_request, policy_changed, wrong_status */
  async execute({ input: { draft, confirmedBy }, context }: PublishPolicyCommand) {
    const handled = await this.commandHandling.findHandled(policyHistory, CLUB_POLICY, context);
    const { events, position } = handled ?? (await this.publish(draft, confirmedBy, context));
    await this.policiesInForce.readOrKeep();
    const { policyId, effectiveAt } = events[0]!.data as Readonly<{
      policyId: string;
      effectiveAt: string;
    }>;
    return new CommandResult({ policyId, effectiveAt }, position);
  }

  private async publish(
    draft: PublishPolicyBody,
    confirmedBy: string | null,
    context: CommandContext,
  ) {
    const { actor, at: publishedAt } = context;
    const values = await this.policyDrafts.valuesOf(draft, publishedAt);
    const { replaces, reason } = draft;
    const data = {
      replaces,
      values,
      publishedBy: actor.id,
      confirmedBy,
      reason,
      publishedAt,
      effectiveAt: draft.effectiveAt ?? publishedAt,
    };
    const command = { type: 'Publish', data } as const;
    return this.commandHandling.handle(policyHistory, CLUB_POLICY, command, context);
  }
}

export class WithdrawPolicyCommand extends defineCommand<
  Readonly<{ policyId: string; reason: string }>,
  CommandResult<Readonly<{ policyId: string }>>
>() {}

@CommandHandler(WithdrawPolicyCommand)
export class WithdrawPolicyHandler implements ICommandHandler<WithdrawPolicyCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly policiesInForce: PoliciesInForce,
  ) {}

  /** @throws DomainError not_found; wrong_status if it is in force or about to be */
  async execute({ input: { policyId, reason }, context }: WithdrawPolicyCommand) {
    const { actor, at } = context;
    const data = { policyId, reason, withdrawnBy: actor.id, withdrawnAt: at };
    const command = { type: 'Withdraw', data } as const;
    const { position } = await this.commandHandling.handle(
      policyHistory,
      CLUB_POLICY,
      command,
      context,
    );
    await this.policiesInForce.readOrKeep();
    return new CommandResult({ policyId }, position);
  }
}
