import { adminBookingRoutes } from '@courtly/contracts/admin-bookings';
import { adminCourtRoutes } from '@courtly/contracts/admin-courts';
import { adminWaitingRoutes } from '@courtly/contracts/admin-waiting';
import { adminMoneyRoutes } from '@courtly/contracts/admin-money';
import { type AdminBooking, adminUserRoutes as routes } from '@courtly/contracts/admin-users';
import { matchRoutes } from '@courtly/contracts/matches';
import { moneyDeskRoutes } from '@courtly/contracts/money-desk';
import { messageRoutes } from '@courtly/contracts/messages';
import { reviewRoutes } from '@courtly/contracts/reviews';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { AdminQueries } from './admin.queries.js';
import { BookingSearchQueries } from './booking-search.queries.js';
import { MoneyDeskQueries } from './money-desk.queries.js';
import { MoneyQueries } from './money.queries.js';
import { ReportQueries } from './reports.queries.js';
import { WaitingQueries } from './waiting.queries.js';

@Controller()
export class AdminController {
  constructor(
    private readonly adminQueries: AdminQueries,
    private readonly bookingSearchQueries: BookingSearchQueries,
    private readonly reportQueries: ReportQueries,
    private readonly moneyQueries: MoneyQueries,
    private readonly moneyDeskQueries: MoneyDeskQueries,
    private readonly waitingQueries: WaitingQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(adminWaitingRoutes.adminWaiting)
  waitingCounts() {
    return this.waitingQueries.counts();
  }

  @RouteHandler(matchRoutes.disputedMatches)
  async disputedMatches(
    @RouteInput() { query }: Input<typeof matchRoutes.disputedMatches>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const matchPage = await this.reportQueries.disputedMatches(query);
    const userIds = matchPage.items.flatMap(({ loggedBy, objections }) => [
      loggedBy.id,
      ...objections.map(({ by }) => by.id),
    ]);
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, commandContext);
    return sendPage(httpResponse, matchPage);
  }

  @RouteHandler(adminBookingRoutes.searchBookings)
  async searchBookings(
    @RouteInput() { query }: Input<typeof adminBookingRoutes.searchBookings>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const bookingPage = await this.bookingSearchQueries.page(query);
    const userIds = bookingPage.items.flatMap(({ player, host }) => [player.id, host.id]);
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, commandContext);
    return sendPage(httpResponse, bookingPage);
  }

  @RouteHandler(adminBookingRoutes.countBookings)
  async countBookings(
    @RouteInput() { query }: Input<typeof adminBookingRoutes.countBookings>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { counts, userIds } = await this.bookingSearchQueries.counts(query);
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, commandContext);
    return counts;
  }

  @RouteHandler(adminMoneyRoutes.bookingMoney)
  async bookingMoney(
    @RouteInput() { params }: Input<typeof adminMoneyRoutes.bookingMoney>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const bookingMoney = await this.moneyQueries.ofBooking(params.bookingId);
    await this.recordBookingReads(params.bookingId, [bookingMoney.booking], commandContext);
    return bookingMoney;
  }

  @RouteHandler(adminMoneyRoutes.listPayoutHolds)
  async listPayoutHolds(@CurrentContext() commandContext: CommandContext) {
    const payoutHolds = await this.moneyQueries.payoutHolds();
    await this.personalDataReads.record(
      { what: 'entry', about: '', of: payoutHolds.map(({ host }) => host.id) },
      commandContext,
    );
    return payoutHolds;
  }

  @RouteHandler(moneyDeskRoutes.moneyCases)
  async moneyCases(
    @RouteInput() { query }: Input<typeof moneyDeskRoutes.moneyCases>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const casePage = await this.moneyDeskQueries.cases(query);
    const userIds = casePage.items.flatMap(({ booking, member }) =>
      [booking?.player, booking?.host, member].flatMap((shownPerson) => shownPerson?.id ?? []),
    );
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, commandContext);
    return sendPage(httpResponse, casePage);
  }

  @RouteHandler(moneyDeskRoutes.lateSteps)
  async lateSteps(
    @RouteInput() { query }: Input<typeof moneyDeskRoutes.lateSteps>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const stepPage = await this.moneyDeskQueries.lateSteps(query);
    const userIds = stepPage.items.flatMap(({ booking, member }) =>
      [booking?.player, booking?.host, member].flatMap((person) => (person ? [person.id] : [])),
    );
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, commandContext);
    return sendPage(httpResponse, stepPage);
  }

  @RouteHandler(moneyDeskRoutes.disputeEvidence)
  async disputeEvidence(
    @RouteInput() { params: { caseId } }: Input<typeof moneyDeskRoutes.disputeEvidence>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const evidence = await this.moneyDeskQueries.evidence(caseId);
    if (evidence.about === 'booking')
      await this.recordBookingReads(evidence.booking.id, [evidence.booking], commandContext);
    else
      await this.personalDataReads.record(
        { what: 'account', about: evidence.member.id, of: [evidence.member.id] },
        commandContext,
      );
    return evidence;
  }

  @RouteHandler(reviewRoutes.reportedReviews)
  async reportedReviews(
    @RouteInput() { query }: Input<typeof reviewRoutes.reportedReviews>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const reviewPage = await this.reportQueries.reportedReviews(query);
    const userIds = reviewPage.items.flatMap(({ author, reports }) => [
      author.id,
      ...reports.map(({ by }) => by.id),
    ]);
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, commandContext);
    return sendPage(httpResponse, reviewPage);
  }

  @RouteHandler(messageRoutes.reportedMessages)
  async reportedMessages(
    @RouteInput() { query }: Input<typeof messageRoutes.reportedMessages>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const messagePage = await this.reportQueries.reportedMessages(query);
    const userIds = messagePage.items.flatMap(({ author, report }) => [author.id, report.by.id]);
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, commandContext);
    return sendPage(httpResponse, messagePage);
  }

  @RouteHandler(routes.showAccount)
  async showAccount(
    @RouteInput() { params: { userId } }: Input<typeof routes.showAccount>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const accountDetail = await this.adminQueries.accountDetail(userId);
    await this.personalDataReads.record(
      { what: 'account', about: userId, of: [userId] },
      commandContext,
    );
    return accountDetail;
  }

  @RouteHandler(routes.accountBookings)
  async bookingsOfAccount(
    @RouteInput() { params, query }: Input<typeof routes.accountBookings>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const bookingPage = await this.adminQueries.bookingsOfAccount(params.userId, query);
    await this.recordBookingReads(params.userId, bookingPage.items, commandContext);
    return sendPage(httpResponse, bookingPage);
  }

  @RouteHandler(adminCourtRoutes.adminCourtBookings)
  async bookingsOfCourt(
    @RouteInput() { params, query }: Input<typeof adminCourtRoutes.adminCourtBookings>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const bookingPage = await this.adminQueries.bookingsOfCourt(params.deskCourtId, query);
    await this.recordBookingReads(params.deskCourtId, bookingPage.items, commandContext);
    return sendPage(httpResponse, bookingPage);
  }

  private recordBookingReads(
    subjectId: string,
    shownBookings: readonly AdminBooking[],
    commandContext: CommandContext,
  ): Promise<void> {
    const userIds = shownBookings.flatMap(({ player, host }) => [player.id, host.id]);
    return this.personalDataReads.record(
      { what: 'booking', about: subjectId, of: userIds },
      commandContext,
    );
  }
}
