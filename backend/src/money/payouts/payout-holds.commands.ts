import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { user } from '../../people/identity/user.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { payoutHold } from './payout-hold.js';

type HoldSubject = Readonly<{ bookingId: string } | { userId: string }>;
type HoldState = Readonly<{ isHeld: boolean }>;

/** An admin holds or releases the payouts of a host or of a booking. */
export class ChangePayoutHoldCommand extends defineCommand<
  Readonly<{ subject: HoldSubject; isHeld: boolean; reason: string }>,
  CommandResult<HoldState>
>() {}

@CommandHandler(ChangePayoutHoldCommand)
export class ChangePayoutHoldHandler implements ICommandHandler<ChangePayoutHoldCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input: { subject, isHeld, reason }, context }: ChangePayoutHoldCommand) {
    const bookingId = 'bookingId' in subject ? subject.bookingId : null;
    const hostId = 'bookingId' in subject ? await this.hostOf(subject.bookingId) : subject.userId;
    if (bookingId === null && !(await this.streams.load(user, hostId)).person)
      throw notFound('account');
    const holdData = { hostId, bookingId, reason, adminId: context.actor.id, at: context.at };
    const { state, position } = await this.commandHandling.handle(
      payoutHold,
      bookingId ?? hostId,
      { type: isHeld ? 'HoldPayout' : 'ReleasePayout', data: holdData },
      context,
    );
    return new CommandResult(state, position);
  }

  private async hostOf(bookingId: string): Promise<string> {
    const booking = bookingOf(
      await this.streams.load(courtDay, courtDayIdOf(bookingId)),
      bookingId,
    );
    if (!booking) throw notFound('booking');
    return booking.hostId;
  }
}
