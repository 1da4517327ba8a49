import { guestWaiverRoutes as routes } from '@courtly/contracts/guest-waivers';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { clientAddress } from '../../platform/http/client-address.js';
import { clientDetails } from '../../platform/http/client-details.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import {
  CurrentContext,
  CurrentUser,
  type CourtlyRequest,
  RouteInput,
} from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { RequestGuestErasureCommand } from './guest-erasures.commands.js';
import {
  AddGuestCommand,
  RemoveGuestCommand,
  ReplaceGuestLinkCommand,
  SignGuestWaiverCommand,
} from './guest-waivers.commands.js';
import { GuestWaiverQueries } from './guest-waivers.queries.js';

/** Enough for a club behind one router, but too few to guess tokens. */
const guestLinksFromAddress: RateLimit = {
  name: 'guestWaiverLinks',
  points: 300,
  duration: 60 * 60,
};

@Controller()
export class GuestWaiversController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly guestWaiverQueries: GuestWaiverQueries,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.listGuests)
  listGuests(
    @RouteInput() { params }: Input<typeof routes.listGuests>,
    @CurrentUser() { id }: Actor,
    @Req() request: CourtlyRequest,
  ) {
    return this.guestWaiverQueries.guestsOf(params.bookingId, id, request.clock.instant());
  }

  @RouteHandler(routes.addGuest)
  addGuest(
    @RouteInput() { params, body }: Input<typeof routes.addGuest>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new AddGuestCommand({ bookingId: params.bookingId, guest: body }, commandContext),
    );
  }

  @RouteHandler(routes.replaceGuestLink)
  replaceGuestLink(
    @RouteInput() { params }: Input<typeof routes.replaceGuestLink>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new ReplaceGuestLinkCommand(params, commandContext));
  }

  @RouteHandler(routes.removeGuest)
  removeGuest(
    @RouteInput() { params }: Input<typeof routes.removeGuest>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new RemoveGuestCommand(params, commandContext));
  }

  @RouteHandler(routes.adminGuests)
  async adminGuests(
    @RouteInput() { params: { bookingId } }: Input<typeof routes.adminGuests>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { userIds, guests } = await this.guestWaiverQueries.storedGuestsOf(bookingId);
    await this.personalDataReads.record(
      { what: 'booking', about: bookingId, of: userIds },
      commandContext,
    );
    return guests;
  }

  @RouteHandler(routes.eraseGuest)
  eraseGuest(
    @RouteInput() { params, body }: Input<typeof routes.eraseGuest>,
    @CurrentContext() commandContext: CommandContext,
  ): Promise<void> {
    return this.commandBus.execute(
      new RequestGuestErasureCommand({ ...params, ...body }, commandContext),
    );
  }

  @RouteHandler(routes.showGuestWaiver)
  async showGuestWaiver(
    @RouteInput() { params }: Input<typeof routes.showGuestWaiver>,
    @Req() request: CourtlyRequest,
  ) {
    await this.limitLinks(request);
    return this.guestWaiverQueries.waiverBehind(params.token, request.clock.instant());
  }

  @RouteHandler(routes.signGuestWaiver)
  async signGuestWaiver(
    @RouteInput() { params, body }: Input<typeof routes.signGuestWaiver>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    await this.limitLinks(request);
    const input = {
      token: params.token,
      signature: body,
      clientDetails: clientDetails(request),
    };
    return this.commandBus.execute(new SignGuestWaiverCommand(input, commandContext));
  }

  /** Only a hash of the address is stored. */
  private limitLinks({ ip }: CourtlyRequest): Promise<void> {
    const addressHash = this.keyedHashes.hashOf('address', clientAddress({ ip }));
    return this.rateLimits.consume(guestLinksFromAddress, addressHash);
  }
}
