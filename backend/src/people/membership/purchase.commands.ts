import type {
  CreatePaymentIntentBody,
  EliteUser,
  MembershipIntent,
  PurchasePurpose,
} from '@courtly/contracts/membership';
import { toMoney } from '@courtly/contracts/wire';
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { isCurrentPrice } from '../../booking/pricing/price.js';
import { emailVerification } from '../identity/email-verification.js';
import { asUser, person } from '../identity/person.js';
import { CUSTOMERS, type Customers } from '../../money/cards/customers.js';
import { withStripeErrors } from '../../platform/http/with-stripe-errors.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ALL_FOUNDERS, founders, seatOfUser } from './founders.js';
import { MembershipCalls } from './membership-calls.service.js';
import { type Membership, type Purchase, membership, wrongStatus } from './membership.js';
import { tierAt } from './membership-tier.js';
import { SettleMembershipCommand } from './settle.commands.js';
import { canRenew, foundingPriceCents } from './membership-view.js';

export class CreatePaymentIntentCommand extends defineCommand<
  CreatePaymentIntentBody,
  CommandResult<MembershipIntent>
>() {}

/** Refuses the purchase if the person has not seen the current price. */
const assertPriceIsCurrent = ({ amount }: CreatePaymentIntentBody, priceCents: number) => {
  if (isCurrentPrice(amount, priceCents)) return;
  const quote = { amount: toMoney(priceCents) };
  throw new DomainError(
    'price_changed',
    `The price is now $${quote.amount}. Please check it and pay again.`,
    { quote },
  );
};

/** @throws DomainError wrong_status if this person cannot buy it */
const assertCanBuy = (existing: Membership | null, purpose: PurchasePurpose, instant: string) => {
  if (existing?.purchase?.isMismatched)
    throw wrongStatus(
      'We need to check your last payment first. Please contact us.',
      'payment_mismatched',
    );
  const isFounder = existing !== null && existing.founderNumber !== null;
  if (purpose === 'foundingRenewal') {
    if (!isFounder) throw wrongStatus('You have no founding seat to renew.', 'free');
    if (!canRenew(existing, instant))
      throw wrongStatus('You can renew your year in its last 30 days.', 'active');
  } else if (isFounder)
    throw wrongStatus('You already have a founding seat. Renew it instead.', 'founder');
  else if (tierAt(existing, instant) === 'elite')
    throw wrongStatus("You're already a member.", 'active');
};

/** The response contract decides which of the other fields are sent. */
const intentView = (purchase: Purchase): MembershipIntent => ({
  ...purchase,
  paymentIntentId: purchase.intentId,
  amount: toMoney(purchase.amountCents),
});

/**
 * Returns the open payment if there is one. The seat is held before the payment is created, and
 * again for each payment, so that an expired reservation cannot release the next payment's seat.
 */
@CommandHandler(CreatePaymentIntentCommand)
export class CreatePaymentIntentHandler implements ICommandHandler<CreatePaymentIntentCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly commandBus: CommandBus,
    private readonly membershipCalls: MembershipCalls,
    private readonly streams: Streams,
    @Inject(CUSTOMERS) private readonly customers: Customers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError price_changed, not_on_sale, wrong_status, conflict, store_unavailable */
  async execute({ input: purchaseRequest, context }: CreatePaymentIntentCommand) {
    const { purpose } = purchaseRequest;
    const { at: instant } = context;
    const userId = context.actor.id;
    const { elite } = this.config.policy;
    const amountCents =
      purpose === 'foundingRenewal'
        ? foundingPriceCents(await this.streams.load(membership, userId), elite)
        : elite.foundingCents;
    if (!this.membershipCalls.isEnabled)
      throw new DomainError('not_on_sale', "Memberships aren't available yet.");
    assertPriceIsCurrent(purchaseRequest, amountCents);
    const { membership: existing } = await this.commandBus.execute(
      new SettleMembershipCommand({ userId, superseded: 'subscription' }, context),
    );
    // Both the subscription and this payment could be charged.
    if (existing?.subscription?.status === 'incomplete')
      throw wrongStatus(
        'Your monthly subscription is still ending. Please try again in a moment.',
        'incomplete',
      );
    assertCanBuy(existing, purpose, instant);
    const openPurchase = existing?.purchase;
    if (openPurchase?.purpose === purpose) return new CommandResult(intentView(openPurchase), null);
    const openUntil = new Date(
      Date.parse(instant) + this.config.policy.elite.seatMinutes * MINUTE_MS,
    ).toISOString();
    const founderNumber = existing?.founderNumber ?? (await this.reserveSeat(openUntil, context));
    const { intentId, clientSecret } = await this.membershipCalls.createIntent({
      userId,
      nth: (existing?.purchases ?? 0) + 1,
      purpose,
      customerId: await withStripeErrors(this.customers.customerIdOf(userId, instant)),
      amountCents,
      at: instant,
    });
    const data = {
      userId,
      purpose,
      intentId,
      clientSecret,
      amountCents,
      founderNumber,
      openUntil,
      createdAt: instant,
    };
    const { state, position } = await this.commandHandling.handle(
      membership,
      userId,
      { type: 'BeginPurchase', data },
      context,
    );
    const begunPurchase = state?.purchase;
    if (!begunPurchase) throw purchaseExpired();
    return new CommandResult(intentView(begunPurchase), position);
  }

  private async reserveSeat(until: string, commandContext: CommandContext): Promise<number> {
    const { foundingSeats: seats } = this.config.policy.elite;
    const reservation = { userId: commandContext.actor.id, seats, at: commandContext.at, until };
    const { state } = await this.commandHandling.handle(
      founders,
      ALL_FOUNDERS,
      { type: 'ReserveSeat', data: reservation },
      commandContext,
    );
    const reservedSeat = seatOfUser(state, reservation.userId);
    // A late retry finds its old reservation, which may have expired.
    if (!reservedSeat) throw purchaseExpired();
    return reservedSeat.number;
  }
}

const purchaseExpired = () =>
  new DomainError('conflict', 'This payment has expired. Please try again.');

export class CreateEliteUserCommand extends defineCommand<
  Readonly<{ paymentIntentId: string }>,
  CommandResult<EliteUser>
>() {}

/** The browser only names the intent; Stripe decides whether it was paid. */
@CommandHandler(CreateEliteUserCommand)
export class CreateEliteUserHandler implements ICommandHandler<CreateEliteUserCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly streams: Streams,
  ) {}

  /**
   * @throws DomainError forbidden for someone else's intent, payment_required, store_unavailable
   */
  async execute({ input: { paymentIntentId }, context }: CreateEliteUserCommand) {
    const userId = context.actor.id;
    let existing = await this.streams.load(membership, userId);
    let position: string | null = null;
    const hasPaid = () =>
      existing?.payments.some(({ paidBy }) => paidBy === paymentIntentId) ?? false;
    if (!hasPaid()) {
      if (existing?.purchase?.intentId !== paymentIntentId)
        throw new DomainError('forbidden', "This isn't one of your membership payments.");
      ({ membership: existing, position } = await this.commandBus.execute(
        new SettleMembershipCommand({ userId }, context),
      ));
    }
    if (!hasPaid())
      throw new DomainError(
        'payment_required',
        "This payment wasn't completed, so nothing has changed.",
      );
    const { founderNumber, term } = existing!;
    const user = asUser(
      (await this.streams.load(person, userId))!,
      tierAt(existing, context.at),
      await this.streams.load(emailVerification, userId),
    );
    return new CommandResult({ user, founderNumber: founderNumber!, until: term!.until }, position);
  }
}
