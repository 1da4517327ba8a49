import type { EliteSubscription, Membership as View } from '@courtly/contracts/membership';
import { toMoney } from '@courtly/contracts/wire';
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { Admissions } from './admissions.service.js';
import { MembershipCalls } from './membership-calls.service.js';
import { isOver, membership, tierAt } from './membership.js';
import { currentConsent } from './renewal-consent.js';
import { SettleMembershipCommand } from './settle.commands.js';
import { canCancel, membershipView } from './standing.js';

/** Begins a monthly membership. `seen` is what the server saw of who agrees to renewals. */
export class SubscribeCommand extends defineCommand<
  Readonly<{ consentVersion: string; seen: Readonly<{ userAgent: string; ipAddress: string }> }>,
  CommandResult<EliteSubscription>
>() {}

const wrong = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });
const none = (message: string) => new DomainError('not_found', message);

/** The consent is stored before anything can be charged under it. Asked again before it is paid, it answers the same. */
@CommandHandler(SubscribeCommand)
export class SubscribeHandler implements ICommandHandler<SubscribeCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly bus: CommandBus,
    private readonly calls: MembershipCalls,
    private readonly admissions: Admissions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_on_sale; conflict where another text was shown; wrong_status; store_unavailable */
  async execute({
    input: { consentVersion, seen },
    context,
  }: SubscribeCommand): Promise<CommandResult<EliteSubscription>> {
    const { monthlyCents: amountCents } = this.config.policy.elite;
    const { at } = context;
    const userId = context.actor.id;
    if (!this.calls.isOn)
      throw new DomainError('not_on_sale', 'A monthly membership cannot be bought here yet.');
    if (!(await this.admissions.maySubscribe(userId)))
      throw new DomainError(
        'not_on_sale',
        'Please apply first: we answer within two days, and nothing is charged.',
      );
    const { version, textHash } = currentConsent;
    if (consentVersion !== version)
      throw new DomainError(
        'conflict',
        'The terms of renewal have changed. Please read them again.',
      );
    const { known } = await this.bus.execute(
      new SettleMembershipCommand({ userId, closing: 'purchase' }, context),
    );
    if (tierAt(known, at) === 'elite') throw wrong('You are a member already.', 'active');
    if (known?.purchase)
      throw wrong('Your last payment has to be looked at first.', 'payment_mismatched');
    const begun = known?.subscription;
    if (begun && begun.status === 'incomplete') return new CommandResult(viewOf(begun), null);
    if (begun && !isOver(begun))
      throw wrong('Your last subscription is just ending. Please try again.', 'lapsed');

    const consent = { userId, version, textHash, amountCents, consentedAt: at, ...seen };
    const given = { ...systemContext(`consent ${context.commandId}`, at), actor: context.actor };
    await this.commands.handle(
      membership,
      userId,
      { type: 'GiveRenewalConsent', data: consent },
      given,
    );
    const wanted = { userId, nth: (known?.subscriptions ?? 0) + 1, amountCents, at };
    const customerId = known?.customerId ?? (await this.calls.createCustomer(wanted));
    const made = await this.calls.createSubscription(wanted, customerId);
    const data = { userId, customerId, ...made, amountCents, createdAt: at };
    const command = { type: 'BeginSubscription', data } as const;
    const { state, position } = await this.commands.handle(membership, userId, command, context);
    return new CommandResult(viewOf(state!.subscription!), position);
  }
}

const viewOf = (
  begun: Readonly<{ subscriptionId: string; clientSecret: string; amountCents: number }>,
) => {
  const { subscriptionId, clientSecret, amountCents } = begun;
  return { subscriptionId, clientSecret, amount: toMoney(amountCents) };
};

/** Lets a monthly membership end with the month that is paid. */
export class CancelMembershipCommand extends defineCommand<object, CommandResult<View>>() {}

@CommandHandler(CancelMembershipCommand)
export class CancelMembershipHandler implements ICommandHandler<CancelMembershipCommand> {
  constructor(
    private readonly bus: CommandBus,
    private readonly streams: Streams,
    private readonly calls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found where nothing renews; store_unavailable */
  async execute({ context }: CancelMembershipCommand): Promise<CommandResult<View>> {
    const userId = context.actor.id;
    const { elite } = this.config.policy;
    const before = await this.streams.load(membership, userId);
    if (before?.term?.isCancelled)
      return new CommandResult(membershipView(before, elite, context.at), null);
    if (!canCancel(before, context.at)) throw none('There is no membership that renews by itself.');
    await this.calls.cancelAtEnd(before!.subscription!.subscriptionId);
    const { known, position } = await this.bus.execute(
      new SettleMembershipCommand({ userId }, context),
    );
    return new CommandResult(membershipView(known, elite, context.at), position);
  }
}

/** Opens Stripe's page for the caller's card and invoices. */
export class OpenPortalCommand extends defineCommand<object, Readonly<{ url: string }>>() {}

@CommandHandler(OpenPortalCommand)
export class OpenPortalHandler implements ICommandHandler<OpenPortalCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly calls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found where the caller never subscribed; store_unavailable */
  async execute({ context }: OpenPortalCommand): Promise<Readonly<{ url: string }>> {
    const known = await this.streams.load(membership, context.actor.id);
    if (!known?.customerId || !this.calls.isOn) throw none('There is no subscription to manage.');
    return { url: await this.calls.portal(known.customerId, `${this.config.PUBLIC_URL}/elite`) };
  }
}
