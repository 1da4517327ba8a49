import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { owesRefund } from '../../people/membership/admin-changes.js';
import { membership } from '../../people/membership/membership.js';
import { openRefusal } from '../../people/membership/refused-steps.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Streams } from '../../platform/kernel/streams.js';
import { payment } from '../payments/payment.js';
import { payout } from '../payouts/payout.js';
import { moneyCase } from './money-case.js';
import type { MoneyCaseDocument } from './money-case-document.js';
import { moneyCases } from './money-cases.projection.js';
import { isMoneyOpen, wrongPaymentOf } from './open-money.js';

/** An admin closes a case that no event will end, because its money no longer has to move. */
export class CloseMoneyCaseCommand extends defineCommand<
  Readonly<{ caseId: string; reason: string }>,
  CommandResult<Readonly<{ id: string }>>
>() {}

@CommandHandler(CloseMoneyCaseCommand)
export class CloseMoneyCaseHandler implements ICommandHandler<CloseMoneyCaseCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
  ) {}

  /**
   * @throws DomainError not_found; wrong_status if the case is done or will end without an admin
   */
  async execute({ input: { caseId, reason }, context }: CloseMoneyCaseCommand) {
    const handledBefore = await this.commandHandling.findHandled(moneyCase, caseId, context);
    if (handledBefore) return new CommandResult({ id: caseId }, handledBefore.position);
    const existing = await this.readModels.read(moneyCases, (collection) =>
      collection.findOne({ _id: caseId }),
    );
    if (!existing) throw notFound('case');
    const { status, openedAt } = existing;
    if (status === 'done')
      throw new DomainError('wrong_status', 'This case is already done.', { status });
    if (await this.isOpen(existing))
      throw new DomainError('wrong_status', 'This case ends when the money has moved.', { status });
    const closing = { caseId, openedAt, reason, closedBy: context.actor.id, closedAt: context.at };
    const { position } = await this.commandHandling.handle(
      moneyCase,
      caseId,
      { type: 'CloseCase', data: closing },
      context,
    );
    return new CommandResult({ id: caseId }, position);
  }

  private async isOpen(existing: MoneyCaseDocument): Promise<boolean> {
    const { section, problem, bookingId } = existing;
    // An admin can trust the cardholder and leave the charge as it is.
    if (problem === 'fraud_warning' || problem === 'authorization_fraud_warning') return false;
    // Cases of memberships and accounts have no booking. A dispute stays open until a bank decides
    // it.
    if (bookingId === '') return section === 'disputes' || this.isMembershipOpen(existing);
    const booking = await loadBooking(this.streams, bookingId);
    if (!booking) return false;
    const [currentPayment, currentPayout] = await Promise.all([
      this.streams.load(payment, bookingId),
      this.streams.load(payout, bookingId),
    ]);
    return isMoneyOpen(existing, { booking, payment: currentPayment, payout: currentPayout });
  }

  private async isMembershipOpen({
    problem,
    section,
    playerId,
    stripeId,
  }: MoneyCaseDocument): Promise<boolean> {
    const member = playerId !== '' && (await this.streams.load(membership, playerId));
    if (!member) return false;
    if (problem === 'membership_mismatch') return wrongPaymentOf(member, stripeId) !== null;
    if (section !== 'payments') return false;
    return problem === 'cancellation_refused'
      ? openRefusal(member, stripeId) !== null
      : owesRefund(member, stripeId);
  }
}
