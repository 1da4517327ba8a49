import type {
  AddGuestBody,
  BookingGuests,
  GuestWaiver,
  SignGuestWaiverBody,
} from '@courtly/contracts/guest-waivers';
import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { currentWaiver } from '../../people/waivers/waiver-text.js';
import { requireCurrentVersion } from '../../people/waivers/waiver.js';
import type { ClientDetails } from '../../platform/http/client-details.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { BookingParties } from '../bookings/booking.events.js';
import { GuestLists } from './guest-lists.service.js';
import { guestAt, guestWaivers } from './guest-waivers.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Each of these sends an email to someone who may be a stranger. */
const guestEmailsOfPlayer: RateLimit = {
  name: 'guestWaiverEmails',
  points: 30,
  duration: DAY_SECONDS,
};

/** Emails to one address, from all players together. */
const guestEmailsToAddress: RateLimit = {
  name: 'guestWaiverEmailsToAddress',
  points: 3,
  duration: DAY_SECONDS,
};

@Injectable()
export class GuestEmailLimits {
  constructor(
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * Counts one email to the address, which may be empty for a guest without one.
   * @throws DomainError too_many_requests, store_unavailable
   */
  async consume(playerId: string, email: string): Promise<void> {
    if (email === '') return;
    const addressHash = this.keyedHashes.hashOf('guestWaiverEmailsToAddress', email.toLowerCase());
    await this.rateLimits.consume(guestEmailsToAddress, addressHash);
    const playerHash = this.keyedHashes.hashOf('guestWaiverEmails', playerId);
    await this.rateLimits.consume(guestEmailsOfPlayer, playerHash);
  }
}

export class AddGuestCommand extends defineCommand<
  Readonly<{ bookingId: string; guest: AddGuestBody }>,
  CommandResult<BookingGuests>
>() {}

@CommandHandler(AddGuestCommand)
export class AddGuestHandler implements ICommandHandler<AddGuestCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly guestLists: GuestLists,
    private readonly idGenerator: Ids,
    private readonly guestEmailLimits: GuestEmailLimits,
  ) {}

  /** @throws DomainError not_found, wrong_status, fair_use, conflict, too_many_requests */
  async execute({ input: { bookingId, guest }, context }: AddGuestCommand) {
    const { actor, at, commandId } = context;
    const booking = await this.guestLists.openBooking(bookingId, actor.id, at);
    const { name, email = '' } = guest;
    await this.guestEmailLimits.consume(actor.id, email);
    const data = {
      ...BookingParties.parse(booking),
      guestId: this.idGenerator.short(`guest ${commandId}`, 12),
      name,
      email,
      isEmailed: email !== '',
      addedAt: at,
      // After the hour, only signatures are still needed.
      keepUntil: booking.endTime,
      mostGuests: await this.guestLists.mostGuests(booking),
    };
    const { state, position } = await this.commandHandling.handle(
      guestWaivers,
      bookingId,
      { type: 'AddGuest', data },
      context,
    );
    return new CommandResult(await this.guestLists.view(booking, state, actor.id, at), position);
  }
}

type GuestReference = Readonly<{ bookingId: string; guestId: string }>;

export class ReplaceGuestLinkCommand extends defineCommand<
  GuestReference,
  CommandResult<BookingGuests>
>() {}

@CommandHandler(ReplaceGuestLinkCommand)
export class ReplaceGuestLinkHandler implements ICommandHandler<ReplaceGuestLinkCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly guestLists: GuestLists,
    private readonly guestEmailLimits: GuestEmailLimits,
  ) {}

  /** @throws DomainError not_found, wrong_status, fair_use, too_many_requests */
  async execute({ input: { bookingId, guestId }, context }: ReplaceGuestLinkCommand) {
    const { actor, at } = context;
    const booking = await this.guestLists.openBooking(bookingId, actor.id, at);
    const { email, signature } = await this.guestLists.guestOf(bookingId, guestId);
    await this.guestEmailLimits.consume(actor.id, signature ? '' : email);
    const data = { ...BookingParties.parse(booking), guestId, replacedAt: at };
    const { state, position } = await this.commandHandling.handle(
      guestWaivers,
      bookingId,
      { type: 'ReplaceLink', data },
      context,
    );
    return new CommandResult(await this.guestLists.view(booking, state, actor.id, at), position);
  }
}

export class RemoveGuestCommand extends defineCommand<
  GuestReference,
  CommandResult<BookingGuests>
>() {}

@CommandHandler(RemoveGuestCommand)
export class RemoveGuestHandler implements ICommandHandler<RemoveGuestCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly guestLists: GuestLists,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input: { bookingId, guestId }, context }: RemoveGuestCommand) {
    const { actor, at } = context;
    const booking = await this.guestLists.ownBooking(bookingId, actor.id);
    const data = { ...BookingParties.parse(booking), guestId, removedAt: at };
    const { state, position } = await this.commandHandling.handle(
      guestWaivers,
      bookingId,
      { type: 'RemoveGuest', data },
      context,
    );
    return new CommandResult(await this.guestLists.view(booking, state, actor.id, at), position);
  }
}

/** `clientDetails` is proof of the signature. */
export class SignGuestWaiverCommand extends defineCommand<
  Readonly<{ token: string; signature: SignGuestWaiverBody; clientDetails: ClientDetails }>,
  CommandResult<GuestWaiver>
>() {}

@CommandHandler(SignGuestWaiverCommand)
export class SignGuestWaiverHandler implements ICommandHandler<SignGuestWaiverCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly guestLists: GuestLists,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * A second signature changes nothing.
   * @throws DomainError not_found for a link that does not work, waiver_changed
   */
  async execute({ input: { token, signature, clientDetails }, context }: SignGuestWaiverCommand) {
    const { booking, guest } = await this.guestLists.guestBehind(token, context.at);
    const { guestId, link } = guest;
    const { version, name, guardian } = signature;
    if (guest.signature === null) requireCurrentVersion(version);
    const { guestWaiverDays } = this.config.policy.retention;
    const keepUntilMs = Date.parse(booking.endTime) + guestWaiverDays * DAY_MS;
    const data = {
      ...BookingParties.parse(booking),
      guestId,
      link,
      version,
      textHash: currentWaiver.textHash,
      name,
      guardian,
      ...clientDetails,
      signedAt: context.at,
      keepUntil: new Date(keepUntilMs).toISOString(),
    };
    // The fingerprint stays in the log forever and must not contain a token.
    const signContext = { ...context, fingerprint: 'SignGuestWaiver' };
    const { state, position } = await this.commandHandling.handle(
      guestWaivers,
      booking.bookingId,
      { type: 'SignWaiver', data },
      signContext,
    );
    const signedGuest = guestAt(state.guests, guestId) ?? guest;
    return new CommandResult(await this.guestLists.guestWaiverView(booking, signedGuest), position);
  }
}
