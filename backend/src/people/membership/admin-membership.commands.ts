import { toAmount } from '@courtly/contracts/amount';
import type {
  AdminMembership,
  EndMembershipBody,
  RefundMembershipBody,
  RetryMembershipRefundBody,
  RetryMembershipStepBody,
  SettleMembershipRefundBody,
} from '@courtly/contracts/admin-memberships';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { enteredCents } from '../../platform/kernel/entered-cents.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { currencyOf } from './admin-changes.js';
import { adminMembershipView } from './admin-membership-view.js';
import { type MembershipCommand, membership } from './membership.js';
import { membershipTermsOf } from './stripe-changes.js';

/** An admin refunds a membership payment. The settlement process carries it out. */
export class RefundMembershipCommand extends defineCommand<
  Readonly<{ userId: string; refund: RefundMembershipBody }>,
  CommandResult<Readonly<{ orderId: string; amount: string }>>
>() {}

@CommandHandler(RefundMembershipCommand)
export class RefundMembershipHandler implements ICommandHandler<RefundMembershipCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws DomainError not_found; wrong_status if nothing is left; invalid_request if the amount
   *   is too high
   */
  async execute({ input: { userId, refund }, context }: RefundMembershipCommand) {
    const { paidBy, amount, reason } = refund;
    const currency = currencyOf(await this.streams.load(membership, userId), paidBy);
    const orderId = this.ids.derived('membership refund', context.commandId);
    const data = {
      userId,
      orderId,
      paidBy,
      amountCents: amount === undefined ? null : enteredCents({ amount, currency }),
      reason,
      orderedBy: context.actor.id,
      at: context.at,
    };
    const { events, position } = await this.commandHandling.handle(
      membership,
      userId,
      { type: 'OrderRefund', data },
      context,
    );
    const ordered = events.find(({ type }) => type === 'EliteRefundOrdered')!.data as Readonly<{
      amountCents: number;
    }>;
    const { amount: orderedAmount } = toAmount(ordered.amountCents, currency);
    return new CommandResult({ orderId, amount: orderedAmount }, position);
  }
}

type Ordered = CommandResult<Readonly<{ orderId: string }>>;

/**
 * An admin repeats the order for a refused or returned refund, or orders another attempt at a step
 * that Stripe refused. The settlement process carries it out.
 */
export class RetryMembershipCommand extends defineCommand<
  Readonly<{ userId: string; retry: RetryMembershipRefundBody | RetryMembershipStepBody }>,
  Ordered
>() {}

@CommandHandler(RetryMembershipCommand)
export class RetryMembershipHandler implements ICommandHandler<RetryMembershipCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws DomainError not_found; wrong_status unless the refund or step is due and was refused
   */
  async execute({ input: { userId, retry }, context }: RetryMembershipCommand): Promise<Ordered> {
    const { at, actor, commandId } = context;
    const orderId = this.ids.derived('retry of a membership', commandId);
    const order = { userId, orderId, orderedBy: actor.id, at };
    const command: MembershipCommand =
      'paidBy' in retry
        ? { type: 'RetryRefund', data: { ...retry, ...order } }
        : { type: 'RetryStep', data: { ...retry, ...order } };
    const { position } = await this.commandHandling.handle(membership, userId, command, context);
    return new CommandResult({ orderId }, position);
  }
}

/**
 * An admin records that a refused or returned refund was paid outside Stripe or waived by the
 * member.
 */
export class SettleMembershipRefundCommand extends defineCommand<
  Readonly<{ userId: string; settlement: SettleMembershipRefundBody }>,
  Ordered
>() {}

@CommandHandler(SettleMembershipRefundCommand)
export class SettleMembershipRefundHandler implements ICommandHandler<SettleMembershipRefundCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found; wrong_status if there is none; invalid_request */
  async execute({
    input: { userId, settlement },
    context,
  }: SettleMembershipRefundCommand): Promise<Ordered> {
    const { at, actor, commandId } = context;
    const { amount, ...settled } = settlement;
    const currency = currencyOf(await this.streams.load(membership, userId), settled.paidBy);
    const orderId = this.ids.derived('settlement of a membership refund', commandId);
    const order = {
      userId,
      orderId,
      amountCents: enteredCents({ amount, currency }),
      orderedBy: actor.id,
      at,
    };
    const terms = membershipTermsOf(this.config.policy);
    const { position } = await this.commandHandling.handle(
      membership,
      userId,
      { type: 'SettleRefund', data: { ...settled, ...order, terms } },
      context,
    );
    return new CommandResult({ orderId }, position);
  }
}

export class EndMembershipCommand extends defineCommand<
  Readonly<{ userId: string; end: EndMembershipBody }>,
  CommandResult<AdminMembership>
>() {}

@CommandHandler(EndMembershipCommand)
export class EndMembershipHandler implements ICommandHandler<EndMembershipCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError wrong_status unless the person is a member */
  async execute({ input: { userId, end }, context }: EndMembershipCommand) {
    const { at, actor } = context;
    const { state, position } = await this.commandHandling.handle(
      membership,
      userId,
      { type: 'End', data: { userId, ...end, endedBy: actor.id, at } },
      context,
    );
    return new CommandResult(adminMembershipView(state, this.config.policy.elite, at), position);
  }
}

export class ReturnMembershipPaymentCommand extends defineCommand<
  Readonly<{ userId: string; reason: string }>,
  CommandResult<AdminMembership>
>() {}

@CommandHandler(ReturnMembershipPaymentCommand)
export class ReturnMembershipPaymentHandler implements ICommandHandler<ReturnMembershipPaymentCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError wrong_status if no payment has a wrong amount */
  async execute({ input: { userId, reason }, context }: ReturnMembershipPaymentCommand) {
    const { at, actor, commandId } = context;
    const orderId = this.ids.derived('membership return', commandId);
    const { state, position } = await this.commandHandling.handle(
      membership,
      userId,
      { type: 'ResolveMismatch', data: { userId, orderId, reason, resolvedBy: actor.id, at } },
      context,
    );
    return new CommandResult(adminMembershipView(state, this.config.policy.elite, at), position);
  }
}
