import { emailedAnswerRoutes as routes } from '@courtly/contracts/emailed-answers';
import type { Input } from '@courtly/contracts/route';
import { toMoney } from '@courtly/contracts/wire';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { person } from '../../people/identity/person.js';
import { clientAddress } from '../../platform/http/client-address.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { type CourtlyRequest, CurrentContext, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { court } from '../courts/court.js';
import { bookingOffsets } from './booking-view.js';
import { AnswerByEmailCommand } from './emailed-answers.commands.js';
import { EmailedAnswers } from './emailed-answers.service.js';

/** Enough for hosts behind one router, but too few to guess tokens. */
export const emailedAnswersFromAddress: RateLimit = {
  name: 'emailedAnswers',
  points: 120,
  duration: 60 * 60,
};

@Controller()
export class EmailedAnswersController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly emailedAnswers: EmailedAnswers,
    private readonly streams: Streams,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  @RouteHandler(routes.showRequestToAnswer)
  async showRequest(
    @RouteInput() { body }: Input<typeof routes.showRequestToAnswer>,
    @Req() request: CourtlyRequest,
  ) {
    await this.limitLinks(request);
    const { action, booking, given } = await this.emailedAnswers.answerBehind(
      body.token,
      request.clock.instant(),
    );
    const [bookedCourt, player] = await Promise.all([
      this.streams.cached(court, booking.courtId),
      this.streams.cached(person, booking.playerId),
    ]);
    return {
      action,
      courtName: bookedCourt?.name ?? '',
      startTime: booking.startTime,
      endTime: booking.endTime,
      zone: booking.zone,
      zoneOffsets: bookingOffsets(booking),
      playerName: player?.firstName ?? '',
      payoutAmount: toMoney(booking.payoutCents),
      answerBy: booking.answerBy,
      given,
    };
  }

  @RouteHandler(routes.answerByEmail)
  async answer(
    @RouteInput() { body }: Input<typeof routes.answerByEmail>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    await this.limitLinks(request);
    const { token, reason: declineReason = null, note = '' } = body;
    return this.commandBus.execute(
      new AnswerByEmailCommand({ token, declineReason, note }, commandContext),
    );
  }

  /** Only a hash of the address is stored. */
  private limitLinks({ ip }: CourtlyRequest): Promise<void> {
    const addressHash = this.keyedHashes.hashOf('address', clientAddress({ ip }));
    return this.rateLimits.consume(emailedAnswersFromAddress, addressHash);
  }
}
