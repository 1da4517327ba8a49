import type { RequestBookingBody } from '@courtly/contracts/bookings';
import { Inject, Injectable } from '@nestjs/common';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import { tierAt } from '../../people/membership/membership-tier.js';
import { membership } from '../../people/membership/membership.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { type ReadStream, Streams } from '../../platform/kernel/streams.js';
import { conduct } from '../conduct/conduct.js';
import { courtDateAt } from '../courts/court-dates.js';
import { courtInvitations, isInvited } from '../courts/court-invitations.js';
import { type Court, court } from '../courts/court.js';
import { newBookingId } from './booking-id.js';
import type { BookingRequest } from './booking-request.js';
import { withStandardTime } from './standard-time.js';

@Injectable()
export class BookingRequestLoader {
  constructor(
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly idGenerator: Ids,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
  ) {}

  /**
   * Loads everything needed to decide a request.
   * @throws DomainError not_found
   */
  async load(
    body: RequestBookingBody,
    context: CommandContext,
    readStream: ReadStream,
  ): Promise<BookingRequest> {
    const { id: playerId } = context.actor;
    const requestedCourt = await this.loadCourt(body.courtId, context, readStream);
    const { courtId, hostId } = requestedCourt;
    const courtDate = courtDateAt(requestedCourt, body.startTime);
    const [player, playerMembership, playerConduct, host, isBlocked, isGuest] = await Promise.all([
      readStream(person, playerId),
      readStream(membership, playerId),
      readStream(conduct, playerId),
      readStream(person, hostId),
      this.contactGuard.isBlocked(playerId, hostId),
      this.isInvited(requestedCourt, playerId, readStream),
    ]);
    return {
      body,
      requestedAt: context.at,
      bookingId: newBookingId(courtId, courtDate, context.commandId, this.idGenerator),
      playerId,
      court: requestedCourt,
      host,
      player,
      isElite: tierAt(playerMembership, context.at) === 'elite',
      isInvited: isGuest,
      isBlocked,
      conduct: playerConduct,
    };
  }

  private async loadCourt(courtId: string, context: CommandContext, readStream: ReadStream) {
    const listedCourt = await readStream(court, courtId);
    if (!listedCourt) throw notFound('court');
    return withStandardTime(this.commandHandling, listedCourt, context);
  }

  /**
   * No subscription keeps cached invitations fresh, and a revoked guest must not be able to book.
   */
  private async isInvited(
    { courtId, courtAccess }: Court,
    playerId: string,
    readStream: ReadStream,
  ): Promise<boolean> {
    if (courtAccess !== 'invite') return false;
    const [invitations, player, verifications] = await Promise.all([
      this.streams.load(courtInvitations, courtId),
      readStream(person, playerId),
      readStream(emailVerification, playerId),
    ]);
    const verifiedEmail = verifiedEmailOf(player, verifications);
    const emailHashes = verifiedEmailHashes(this.keyedHashes, 'email', verifiedEmail);
    return isInvited(invitations, playerId, emailHashes);
  }
}
