import type { BookingStatus, DeclineReason } from '@courtly/contracts/bookings';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { displayedRole } from '../../people/identity/person.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { courtDayIdOf } from './booking-id.js';
import { type CourtDayCommand, bookingOf, courtDay } from './court-day.js';
import { EmailedAnswers } from './emailed-answers.service.js';
import { FairUse } from './fair-use.service.js';

export class AnswerByEmailCommand extends defineCommand<
  Readonly<{ token: string; declineReason: DeclineReason | null; note: string }>,
  CommandResult<{ status: BookingStatus }>
>() {}

/**
 * The answer counts as the host's, even if someone else is signed in. Repeating it changes nothing.
 */
@CommandHandler(AnswerByEmailCommand)
export class AnswerByEmailHandler implements ICommandHandler<AnswerByEmailCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly emailedAnswers: EmailedAnswers,
    private readonly fairUse: FairUse,
  ) {}

  /**
   * @throws DomainError not_found, suspended, second_factor_required, invalid_request without a
   *   reason to decline; wrong_status once the request ended or has the other answer
   */
  async execute({ input: { token, declineReason, note }, context }: AnswerByEmailCommand) {
    const { action, booking, host, given } = await this.emailedAnswers.answerBehind(
      token,
      context.at,
    );
    const { bookingId, playerId } = booking;
    if (given === action) return new CommandResult({ status: booking.status }, null);
    const data = { bookingId, at: context.at, byEmail: true };
    const command: CourtDayCommand =
      action === 'approve'
        ? { type: 'ApproveBooking', data }
        : { type: 'DeclineBooking', data: { ...data, declineReason, note } };
    const { state, position } = await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(bookingId),
      command,
      { ...context, actor: { id: host.userId, role: displayedRole(host) } },
    );
    this.fairUse.recordChange(playerId, position);
    return new CommandResult({ status: bookingOf(state, bookingId)!.status }, position);
  }
}
