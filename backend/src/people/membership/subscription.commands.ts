import type {
  EliteSubscription,
  Membership as MembershipView,
} from '@courtly/contracts/membership';
import { toMoney } from '@courtly/contracts/wire';
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CUSTOMERS, type Customers } from '../../money/cards/customers.js';
import { withStripeErrors } from '../../platform/http/with-stripe-errors.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { Admissions } from './admissions.service.js';
import { MembershipCalls } from './membership-calls.service.js';
import { type Subscription, isSubscriptionOver, membership, wrongStatus } from './membership.js';
import { tierAt } from './membership-tier.js';
import { currentConsent } from './renewal-consent.js';
import { SettleMembershipCommand } from './settle.commands.js';
import { canCancel, membershipView } from './membership-view.js';

/** Starts a monthly membership. `clientDetails` prove the consent. */
export class SubscribeCommand extends defineCommand<
  Readonly<{
    consentVersion: string;
    clientDetails: Readonly<{ userAgent: string; ipAddress: string }>;
  }>,
  CommandResult<EliteSubscription>
>() {}

/**
 * Records the consent before anything can be charged. Returns the open subscription if there is
 * one.
 */
@CommandHandler(SubscribeCommand)
export class SubscribeHandler implements ICommandHandler<SubscribeCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly commandBus: CommandBus,
    private readonly membershipCalls: MembershipCalls,
    private readonly admissions: Admissions,
    @Inject(CUSTOMERS) private readonly customers: Customers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_on_sale, conflict if the consent text is not current, wrong_status,
   *   store_unavailable
   */
  async execute({ input: { consentVersion, clientDetails }, context }: SubscribeCommand) {
    const { monthlyCents: amountCents } = this.config.policy.elite;
    const { at: instant } = context;
    const userId = context.actor.id;
    if (!this.membershipCalls.isEnabled)
      throw new DomainError('not_on_sale', "Monthly memberships aren't available yet.");
    if (!(await this.admissions.maySubscribe(userId)))
      throw new DomainError(
        'not_on_sale',
        'Please apply first. We reply within two days, and applying is free.',
      );
    const { version, textHash } = currentConsent;
    if (consentVersion !== version)
      throw new DomainError('conflict', 'The renewal terms have changed. Please read them again.');
    const { membership: existing } = await this.commandBus.execute(
      new SettleMembershipCommand({ userId, superseded: 'purchase' }, context),
    );
    if (tierAt(existing, instant) === 'elite')
      throw wrongStatus("You're already a member.", 'active');
    if (existing?.purchase)
      throw wrongStatus(
        'We need to check your last payment first. Please contact us.',
        'payment_mismatched',
      );
    const existingSubscription = existing?.subscription;
    const isIncomplete = existingSubscription?.status === 'incomplete';
    if (existingSubscription && !isIncomplete && !isSubscriptionOver(existingSubscription))
      throw wrongStatus(
        'Your last subscription is still ending. Please try again in a moment.',
        'lapsed',
      );
    const consent = {
      userId,
      version,
      textHash,
      amountCents,
      consentedAt: instant,
      ...clientDetails,
    };
    await this.commandHandling.handle(
      membership,
      userId,
      { type: 'GiveRenewalConsent', data: consent },
      { ...systemContext(`consent ${context.commandId}`, instant), actor: context.actor },
    );
    if (isIncomplete) return new CommandResult(subscriptionView(existingSubscription), null);
    const nth = (existing?.subscriptions ?? 0) + 1;
    const paymentRequest = { userId, nth, amountCents, at: instant };
    const customerId =
      existing?.customerId ??
      (await withStripeErrors(this.customers.customerIdOf(userId, instant)));
    const created = await this.membershipCalls.createSubscription(paymentRequest, customerId);
    const data = { userId, customerId, ...created, amountCents, createdAt: instant };
    const { state, position } = await this.commandHandling.handle(
      membership,
      userId,
      { type: 'BeginSubscription', data },
      context,
    );
    return new CommandResult(subscriptionView(state!.subscription!), position);
  }
}

const subscriptionView = ({ subscriptionId, clientSecret, amountCents }: Subscription) => ({
  subscriptionId,
  clientSecret,
  amount: toMoney(amountCents),
});

export class CancelMembershipCommand extends defineCommand<
  object,
  CommandResult<MembershipView>
>() {}

@CommandHandler(CancelMembershipCommand)
export class CancelMembershipHandler implements ICommandHandler<CancelMembershipCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly streams: Streams,
    private readonly membershipCalls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found if nothing renews, store_unavailable */
  async execute({ context: commandContext }: CancelMembershipCommand) {
    const userId = commandContext.actor.id;
    const { elite } = this.config.policy;
    const existingMembership = await this.streams.load(membership, userId);
    if (existingMembership?.term?.isCancelled)
      return new CommandResult(membershipView(existingMembership, elite, commandContext.at), null);
    if (!canCancel(existingMembership, commandContext.at))
      throw new DomainError('not_found', 'You have no membership that renews automatically.');
    await this.membershipCalls.cancelAtPeriodEnd(existingMembership!.subscription!.subscriptionId);
    const { membership: existing, position } = await this.commandBus.execute(
      new SettleMembershipCommand({ userId }, commandContext),
    );
    return new CommandResult(membershipView(existing, elite, commandContext.at), position);
  }
}

export class OpenPortalCommand extends defineCommand<object, Readonly<{ url: string }>>() {}

@CommandHandler(OpenPortalCommand)
export class OpenPortalHandler implements ICommandHandler<OpenPortalCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly membershipCalls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found without a subscription, store_unavailable */
  async execute({ context: commandContext }: OpenPortalCommand) {
    const existing = await this.streams.load(membership, commandContext.actor.id);
    if (!existing?.customerId || !this.membershipCalls.isEnabled)
      throw new DomainError('not_found', 'You have no subscription to manage.');
    return {
      url: await this.membershipCalls.createPortalUrl(
        existing.customerId,
        `${this.config.PUBLIC_URL}/elite`,
      ),
    };
  }
}
