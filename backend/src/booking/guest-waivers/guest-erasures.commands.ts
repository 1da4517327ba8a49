import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { followUp } from '../../platform/kernel/context.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ErasureRegister } from '../../platform/vault/erasure-register.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { BookingParties } from '../bookings/booking.events.js';
import { loadBooking } from '../bookings/load-booking.js';
import { guestWaivers } from './guest-waivers.js';

/** For a written request, filed under `reference`. A process then erases the guest. */
export class RequestGuestErasureCommand extends defineCommand<
  Readonly<{ bookingId: string; guestId: string; reference: string }>
>() {}

@CommandHandler(RequestGuestErasureCommand)
export class RequestGuestErasureHandler implements ICommandHandler<RequestGuestErasureCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input, context }: RequestGuestErasureCommand): Promise<void> {
    const { bookingId, guestId, reference } = input;
    const booking = await loadBooking(this.streams, bookingId);
    if (!booking) throw notFound('booking');
    const data = {
      ...BookingParties.parse(booking),
      guestId,
      reference,
      requestedAt: context.at,
    };
    await this.commandHandling.handle(
      guestWaivers,
      bookingId,
      { type: 'RequestErasure', data },
      context,
    );
  }
}

export type GuestErasureJob = Readonly<z.infer<typeof BookingParties>>;

/** Erases the guests whose retention period has ended, or all guests of a canceled booking. */
export class EraseGuestsCommand extends defineCommand<GuestErasureJob>() {}

/** Each step is idempotent, so an interrupted erasure starts again from the first. */
@CommandHandler(EraseGuestsCommand)
export class EraseGuestsHandler implements ICommandHandler<EraseGuestsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly erasureRegister: ErasureRegister,
    private readonly vaultKeys: VaultKeys,
  ) {}

  /** @throws Error if the register cannot be written; UnlistedSecret. The job is then retried. */
  async execute({ input, context }: EraseGuestsCommand): Promise<void> {
    const [{ keptUntil }, booking] = await Promise.all([
      this.streams.load(guestWaivers, input.bookingId),
      loadBooking(this.streams, input.bookingId),
    ]);
    const isCanceled = booking?.status === 'cancelled';
    await this.erasureRegister.assertWritable();
    for (const [guestId, until] of Object.entries(keptUntil)) {
      if (until > context.at && !isCanceled) continue;
      await this.vaultKeys.eraseKey(guestId, context.at);
      const data = { ...BookingParties.parse(input), guestId, erasedAt: context.at };
      await this.commandHandling.handle(
        guestWaivers,
        input.bookingId,
        { type: 'EraseGuest', data },
        followUp(context, `erased guest ${guestId}`),
      );
    }
  }
}
