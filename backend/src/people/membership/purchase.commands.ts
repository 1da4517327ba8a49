import type {
  CreatePaymentIntentBody as Wanted,
  EliteUser,
  MembershipIntent,
  PurchasePurpose,
} from '@courtly/contracts/membership';
import { toCents, toMoney } from '@courtly/contracts/wire';
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { asUser, person } from '../identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ALL_FOUNDERS, founders, seatOf } from './founders.js';
import { MembershipCalls } from './membership-calls.service.js';
import { type Membership, type Purchase, membership, tierAt } from './membership.js';
import { SettleMembershipCommand } from './settle.commands.js';
import { canRenew } from './standing.js';

/** Keeps a founding seat, or renews one, and makes the payment for it. */
export class CreatePaymentIntentCommand extends defineCommand<
  Wanted,
  CommandResult<MembershipIntent>
>() {}

/** Refuses another amount than the price: the person must see what they pay. */
const agreeOnPrice = ({ amount }: Wanted, cents: number) => {
  if (amount === undefined || toCents(Number(amount).toFixed(2)) === cents) return;
  const quote = { amount: toMoney(cents) };
  throw new DomainError(
    'price_changed',
    `The price is $${quote.amount}. Please check it and pay again.`,
    { quote },
  );
};

const wrong = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });

/** @throws DomainError wrong_status where this cannot be bought by who somebody is */
const allow = (known: Membership | null, purpose: PurchasePurpose, at: string) => {
  if (known?.purchase?.isMismatched)
    throw wrong(
      'Your last payment has to be looked at first. Please write to the concierge.',
      'payment_mismatched',
    );
  const isFounder = known !== null && known.founderNumber !== null;
  if (purpose === 'foundingRenewal') {
    if (!isFounder) throw wrong('You have no founding seat to renew.', 'free');
    if (!canRenew(known, at))
      throw wrong('Your year can be renewed in its last 30 days.', 'active');
  } else if (isFounder)
    throw wrong('You have a founding seat already. Renew it instead.', 'founder');
  else if (tierAt(known, at) === 'elite') throw wrong('You are a member already.', 'active');
};

const viewOf = ({
  intentId,
  clientSecret,
  purpose,
  amountCents,
  founderNumber,
  openUntil,
}: Purchase): MembershipIntent => ({
  paymentIntentId: intentId,
  clientSecret,
  purpose,
  founderNumber,
  openUntil,
  amount: toMoney(amountCents),
});

/**
 * Asked again while the payment is open, it answers the same one. The seat is kept before the payment is made, and anew with
 * each payment, so that no reservation that ran out takes the seat of the next one with it.
 */
@CommandHandler(CreatePaymentIntentCommand)
export class CreatePaymentIntentHandler implements ICommandHandler<CreatePaymentIntentCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly bus: CommandBus,
    private readonly calls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError price_changed; not_on_sale; wrong_status; conflict; store_unavailable */
  async execute({
    input: wanted,
    context,
  }: CreatePaymentIntentCommand): Promise<CommandResult<MembershipIntent>> {
    const { foundingCents: amountCents } = this.config.policy.elite;
    const { purpose } = wanted;
    const { at } = context;
    const userId = context.actor.id;
    if (!this.calls.isOn)
      throw new DomainError('not_on_sale', 'Membership cannot be bought here yet.');
    agreeOnPrice(wanted, amountCents);
    const { known } = await this.bus.execute(
      new SettleMembershipCommand({ userId, closing: 'subscription' }, context),
    );
    allow(known, purpose, at);
    const open = known?.purchase;
    if (open?.purpose === purpose) return new CommandResult(viewOf(open), null);
    const openUntil = new Date(
      Date.parse(at) + this.config.policy.elite.seatMinutes * MINUTE_MS,
    ).toISOString();
    const founderNumber = known?.founderNumber ?? (await this.keepSeat(openUntil, context));
    const nth = (known?.purchases ?? 0) + 1;
    const intent = await this.calls.createIntent({ userId, nth, purpose, amountCents, at });
    const { intentId, clientSecret } = intent;
    const its = { purpose, intentId, clientSecret, amountCents, founderNumber, openUntil };
    const command = { type: 'BeginPurchase', data: { userId, ...its, createdAt: at } } as const;
    const { state, position } = await this.commands.handle(membership, userId, command, context);
    // Two tabs that ask at once get one and the same.
    const begun = state?.purchase;
    if (!begun) throw overBefore();
    return new CommandResult(viewOf(begun), position);
  }

  private async keepSeat(until: string, context: CommandContext): Promise<number> {
    const { foundingSeats: seats } = this.config.policy.elite;
    const data = { userId: context.actor.id, seats, at: context.at, until };
    const { state } = await this.commands.handle(
      founders,
      ALL_FOUNDERS,
      { type: 'ReserveSeat', data },
      context,
    );
    const seat = seatOf(state, data.userId);
    // A request that is sent again later kept its seat then, and may have lost it since.
    if (!seat) throw overBefore();
    return seat.number;
  }
}

const overBefore = () =>
  new DomainError('conflict', 'This payment was over before it began. Please try again.');

/** Makes the caller a member by a payment intent of theirs that was paid. */
export class CreateEliteUserCommand extends defineCommand<
  Readonly<{ paymentIntentId: string }>,
  CommandResult<EliteUser>
>() {}

/** Nothing that the browser says of the payment is believed: it names the intent, and Stripe tells what became of it. */
@CommandHandler(CreateEliteUserCommand)
export class CreateEliteUserHandler implements ICommandHandler<CreateEliteUserCommand> {
  constructor(
    private readonly bus: CommandBus,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError forbidden for an intent that is not the caller's; payment_required; store_unavailable */
  async execute({
    input: { paymentIntentId },
    context,
  }: CreateEliteUserCommand): Promise<CommandResult<EliteUser>> {
    const userId = context.actor.id;
    let known = await this.streams.load(membership, userId);
    let position: string | null = null;
    const isPaid = () => known?.paid.includes(paymentIntentId) ?? false;
    if (!isPaid()) {
      if (known?.purchase?.intentId !== paymentIntentId)
        throw new DomainError('forbidden', 'This payment is not one of yours that makes a member.');
      ({ known, position } = await this.bus.execute(
        new SettleMembershipCommand({ userId }, context),
      ));
    }
    if (!isPaid())
      throw new DomainError(
        'payment_required',
        'This payment was not made, so nothing has changed.',
      );
    const { founderNumber, term } = known!;
    const user = asUser((await this.streams.load(person, userId))!, tierAt(known, context.at));
    return new CommandResult({ user, founderNumber: founderNumber!, until: term!.until }, position);
  }
}
