import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { weekdays } from '@courtly/contracts/opening-hours';
import {
  DecideBookingCommand,
  PassDeadlineCommand,
} from '@courtly/backend/booking/bookings/bookings.commands';
import { loadBooking } from '@courtly/backend/booking/bookings/load-booking';
import { RequestBookingCommand } from '@courtly/backend/booking/bookings/request-booking.commands';
import {
  ListCourtCommand,
  SetCourtHoursCommand,
} from '@courtly/backend/booking/courts/courts.commands';
import { InviteGuestCommand } from '@courtly/backend/booking/courts/invitations.commands';
import {
  RevealReviewsCommand,
  WriteReviewCommand,
} from '@courtly/backend/booking/reviews/reviews.commands';
import { payment } from '@courtly/backend/money/payments/payment';
import {
  OpenPayoutAccountCommand,
  ReadAccountCommand,
} from '@courtly/backend/money/payouts/accounts.commands';
import { payoutDueAt } from '@courtly/backend/money/payouts/next-payout';
import { payoutAccount } from '@courtly/backend/money/payouts/payout-account';
import { SettlePayoutCommand } from '@courtly/backend/money/payouts/payouts.commands';
import { dueStep } from '@courtly/backend/money/settlement/next-step';
import { SettleBookingCommand } from '@courtly/backend/money/settlement/settlement.commands';
import { GrantRoleCommand } from '@courtly/backend/people/identity/identity.commands';
import { CreatePaymentIntentCommand } from '@courtly/backend/people/membership/purchase.commands';
import { SettleMembershipCommand } from '@courtly/backend/people/membership/settle.commands';
import { currentWaiver } from '@courtly/backend/people/waivers/waiver-text';
import { AcceptWaiverCommand } from '@courtly/backend/people/waivers/waivers.commands';
import { type CommandContext, systemContext } from '@courtly/backend/platform/kernel/context';
import type { Actor } from '@courtly/backend/platform/kernel/events';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import { Streams } from '@courtly/backend/platform/kernel/streams';
import { StripeClient } from '@courtly/backend/platform/stores/stripe';
import {
  AnswerMatchCommand,
  LogMatchCommand,
} from '@courtly/backend/play/matches/matches.commands';
import { EraseMatchEmailsCommand } from '@courtly/backend/play/matches/match-erasures.commands';
import { CONFIG, type Config } from '@courtly/backend/config';
import { type DemoPerson, demoPeople, emailOf } from '../people.js';
import { contextOf, introduce, register } from '../settle.js';
import { clubCourts } from './club-courts.js';
import { CLUB_DAYS, type Member, founderHostDaysAgo, members } from './members.js';
import { type Hour, isWon } from './plan.js';
import type { SimulatedApplication } from './simulated-time.js';
import type { Story } from './story.js';

/** A waiver is valid for twelve months; until then, accepting it again changes nothing. */
const WAIVER_DAYS = 364;
const operator: Actor = { id: 'operator', role: 'operator' };
const instantOf = (milliseconds: number) => new Date(milliseconds).toISOString();

export type Club = SimulatedApplication &
  Readonly<{
    story: Story;
    nowMs: number;
    commandBus: CommandBus;
    streams: Streams;
    actors: Map<string, Actor>;
    courtIds: Map<string, string>;
    bookingIds: Map<string, string>;
    /** When each member last accepted the waiver. */
    acceptedAt: Map<string, number>;
    daysAgo(days: number): number;
    actorOf(username: string): Actor;
    by(username: string, action: string, at: number | string): CommandContext;
  }>;

/** The people and courts of the demo, and what its acts need. */
export const clubOf = (simulated: SimulatedApplication, story: Story, nowMs: number): Club => {
  const { application } = simulated;
  const commandBus = application.get(CommandBus);
  const streams = application.get(Streams, { strict: false });
  const actors = new Map<string, Actor>();
  const courtIds = new Map<string, string>();
  const bookingIds = new Map<string, string>();
  const acceptedAt = new Map<string, number>();
  const daysAgo = (days: number) => nowMs - days * DAY_MS;
  const actorOf = (username: string) => actors.get(username)!;
  const by = (username: string, action: string, at: number | string) =>
    contextOf(actorOf(username), action, typeof at === 'number' ? instantOf(at) : at);
  return {
    ...simulated,
    story,
    nowMs,
    commandBus,
    streams,
    actors,
    courtIds,
    bookingIds,
    acceptedAt,
    daysAgo,
    actorOf,
    by,
  };
};

/** Accepts the waiver if the last acceptance has expired, as players do before they book. */
const acceptWaiver = async ({ commandBus, by, acceptedAt }: Club, username: string, at: number) => {
  if (at - (acceptedAt.get(username) ?? 0) < WAIVER_DAYS * DAY_MS) return;
  const acceptance = {
    version: currentWaiver.version,
    userAgent: 'Courtly demo',
    ipAddress: '127.0.0.1',
  };
  const { value } = await commandBus.execute(
    new AcceptWaiverCommand(acceptance, by(username, `waiver ${username} ${at}`, at)),
  );
  acceptedAt.set(username, Date.parse(value.waiverAcceptedAt!));
};

const joinElite = (club: Club, username: string, at: number) => {
  const { stripe, application, commandBus, story, by, actorOf } = club;
  if (!stripe) return;
  story.at(at, async () => {
    const { value } = await commandBus.execute(
      new CreatePaymentIntentCommand({ purpose: 'founding' }, by(username, `join ${username}`, at)),
    );
    await confirmCard(application.get(StripeClient, { strict: false }), value.paymentIntentId);
    await commandBus.execute(
      new SettleMembershipCommand(
        { userId: actorOf(username).id },
        systemContext(`join ${username}`, instantOf(at)),
      ),
    );
  });
};

const confirmCard = ({ required }: StripeClient, intentId: string) =>
  required.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });

const enroll = (club: Club, person: DemoPerson, joinedAt: number) => {
  const { application, commandBus, story, actors, actorOf } = club;
  const { username, kind } = person;
  story.at(joinedAt, async () => {
    const { actor } = await register(application, person, instantOf(joinedAt));
    actors.set(username, actor);
    if (kind !== 'player')
      await commandBus.execute(
        new GrantRoleCommand(
          { email: emailOf(person), role: kind },
          contextOf(operator, `${kind} ${username}`, instantOf(joinedAt)),
        ),
      );
    await introduce(commandBus, person, actorOf(username), instantOf(joinedAt));
    if (kind === 'player') await acceptWaiver(club, username, joinedAt);
  });
};

/** Members, hosts, and admins join, and founders pay for their year. */
export const tellPeople = (club: Club, admins: readonly DemoPerson[]): void => {
  for (const person of [...demoPeople.filter(({ kind }) => kind !== 'player'), ...admins])
    enroll(club, person, club.daysAgo(CLUB_DAYS - 1));
  for (const { person, joinedDaysAgo, founderDaysAgo } of members) {
    enroll(club, person, club.daysAgo(joinedDaysAgo));
    if (founderDaysAgo !== null) joinElite(club, person.username, club.daysAgo(founderDaysAgo));
  }
  joinElite(club, 'marcus', club.daysAgo(founderHostDaysAgo));
};

const weeklyHours = Object.fromEntries(
  weekdays.map((weekday) => [weekday, [{ from: '07:00', to: '21:00' }]]),
) as SetCourtHoursCommand['input']['weeklyHours'];

/** @param photosFolder the folder of the rendered photos */
export const tellCourts = (club: Club, photosFolder: string): void => {
  const { commandBus, story, courtIds, by, daysAgo } = club;
  for (const court of clubCourts) {
    const { key, host, instantBook, invited, photos, region, demand, listedDaysAgo, ...form } =
      court;
    const at = daysAgo(listedDaysAgo);
    story.at(at, async () => {
      const files = await Promise.all(
        photos.map(async (name) => ({ buffer: await readFile(join(photosFolder, name)) })),
      );
      const { value } = await commandBus.execute(
        new ListCourtCommand({ form, photos: files }, by(host, `list ${key}`, at)),
      );
      courtIds.set(key, value.courtId);
      if (instantBook)
        await commandBus.execute(
          new SetCourtHoursCommand(
            {
              courtId: value.courtId,
              weeklyHours,
              bookingRules: { leadMinutes: null, horizonDays: null, instantBook },
            },
            by(host, `hours ${key}`, at),
          ),
        );
      for (const username of invited)
        await commandBus.execute(
          new InviteGuestCommand(
            { courtId: value.courtId, email: emailOf({ username }) },
            by(host, `invite ${username} to ${key}`, at),
          ),
        );
    });
  }
};

/** Hosts open their payout accounts at Stripe. */
export const tellPayoutAccounts = (club: Club): void => {
  const { stripe, commandBus, streams, story, by, actorOf, daysAgo } = club;
  if (!stripe) return;
  for (const [index, host] of ['hana', 'marcus', 'lucia', 'desmond'].entries()) {
    const at = daysAgo(CLUB_DAYS - 4 - index);
    story.at(at, async () => {
      await commandBus.execute(new OpenPayoutAccountCommand({}, by(host, 'open payouts', at)));
      const hostId = actorOf(host).id;
      const { accountId } = (await streams.load(payoutAccount, hostId))!;
      stripe.control('POST /_control/accounts/:id/transfers', { status: 'active' }, accountId);
      await commandBus.execute(
        new ReadAccountCommand(
          { hostId, accountId },
          systemContext(`read account ${host}`, instantOf(at)),
        ),
      );
    });
  }
};

/**
 * Takes the steps that a worker would take for the money of a booking, now and when later steps are
 * due.
 */
export const settleMoney = async (club: Club, bookingId: string, at: number): Promise<void> => {
  const { stripe, commandBus, streams, story } = club;
  if (!stripe) return;
  await commandBus.execute(
    new SettleBookingCommand(
      { bookingId },
      systemContext(`settle ${bookingId} ${at}`, instantOf(at)),
    ),
  );
  const booking = await loadBooking(streams, bookingId);
  const due = booking && dueStep(booking, await streams.load(payment, bookingId));
  if (due?.owner !== 'courtly' || due.step.type === 'ExpirePayment') return;
  const dueAt = Date.parse(due.dueAt);
  if (dueAt > at) story.at(dueAt, () => settleIfDue(club, bookingId, dueAt));
};

const settleIfDue = async (club: Club, bookingId: string, at: number): Promise<void> => {
  const booking = await loadBooking(club.streams, bookingId);
  const due = booking && dueStep(booking, await club.streams.load(payment, bookingId));
  if (due && Date.parse(due.dueAt) <= at) await settleMoney(club, bookingId, at);
};

const payOut = async (club: Club, bookingId: string): Promise<void> => {
  const { stripe, commandBus, streams, story } = club;
  const booking = stripe && (await loadBooking(streams, bookingId));
  if (!booking) return;
  const at = Date.parse(payoutDueAt(booking));
  story.at(Math.max(at, club.nowOf()), () =>
    commandBus.execute(
      new SettlePayoutCommand({ bookingId }, systemContext(`payout ${bookingId}`, instantOf(at))),
    ),
  );
};

/** A booking from its request to its payout, with its match and its reviews. */
export const tellHour = (club: Club, hour: Hour): void => {
  const { application, stripe, commandBus, streams, story, courtIds, bookingIds, by } = club;
  const { name, court, fate } = hour;
  const { username } = hour.player.person;
  const [requestedMs, answeredMs, startMs, endMs] = [
    hour.requestedAt,
    hour.answeredAt,
    hour.startTime,
    hour.endTime,
  ].map((instant) => Date.parse(instant)) as [number, number, number, number];
  const idOf = () => bookingIds.get(name)!;
  const decide = (who: string, decision: DecideBookingCommand['input']['decision'], at: number) =>
    story.at(at, async () => {
      await commandBus.execute(
        new DecideBookingCommand(
          { bookingId: idOf(), decision },
          by(who, `${decision.type} ${name}`, at),
        ),
      );
      await settleMoney(club, idOf(), at);
      if (decision.type === 'cancel') await payOut(club, idOf());
    });
  const cancel = { type: 'cancel', note: '', excuse: null, expectedRefundCents: null } as const;

  story.at(requestedMs, async () => {
    await acceptWaiver(club, username, requestedMs);
    const { value } = await commandBus.execute(
      new RequestBookingCommand(
        {
          courtId: courtIds.get(court.key)!,
          startTime: hour.startTime,
          endTime: hour.endTime,
          sport: court.sports[0]!,
          notes: hour.notes,
        },
        by(username, `request ${name}`, requestedMs),
      ),
    );
    const { bookingId } = value;
    bookingIds.set(name, bookingId);
    if (!stripe) return;
    await settleMoney(club, bookingId, requestedMs);
    const { intentId } = (await streams.load(payment, bookingId))!;
    await confirmCard(application.get(StripeClient, { strict: false }), intentId);
    await settleMoney(club, bookingId, requestedMs + MINUTE_MS / 2);
  });
  if (fate === 'pending') return;
  if (fate === 'declined')
    return decide(
      court.host,
      { type: 'decline', declineReason: 'not_available', note: '' },
      answeredMs,
    );
  if (fate === 'unanswered') return passDeadline(club, hour, 'answer');
  if (!court.instantBook) decide(court.host, { type: 'approve' }, answeredMs);
  if (fate === 'canceled early') return decide(username, cancel, answeredMs + 40 * MINUTE_MS);
  if (fate === 'canceled late')
    return decide(username, cancel, Math.max(answeredMs + 70 * MINUTE_MS, startMs - 3 * HOUR_MS));
  if (fate === 'canceled by host') return decide(court.host, cancel, answeredMs + 50 * MINUTE_MS);
  if (fate === 'confirmed') return;
  passDeadline(club, hour, 'end');
  tellMatch(club, hour, endMs);
  tellReview(club, hour, endMs);
};

const passDeadline = (
  club: Club,
  { name, requestedAt, endTime }: Hour,
  deadline: 'answer' | 'end',
): void => {
  const { commandBus, story, bookingIds } = club;
  const at = deadline === 'end' ? Date.parse(endTime) : Date.parse(requestedAt) + DAY_MS;
  story.at(at, async () => {
    const bookingId = bookingIds.get(name)!;
    await commandBus.execute(
      new PassDeadlineCommand(
        { bookingId, deadline },
        systemContext(`${deadline}.${bookingId}`, instantOf(at)),
      ),
    );
    if (deadline === 'answer') await settleMoney(club, bookingId, at);
    else await payOut(club, bookingId);
  });
};

const guestOf = ({ person }: Member, side: 'partner' | 'opponent') => ({
  playerName: person.firstName,
  playerEmail: emailOf(person),
  side,
});

const tellMatch = (club: Club, { name, player, match }: Hour, endMs: number): void => {
  if (!match) return;
  const { application, commandBus, story, bookingIds, by } = club;
  const { partner, opponents, sets, answer } = match;
  const { contactDays } = application.get<Config>(CONFIG).policy.retention;
  const loggedAt = endMs + HOUR_MS;
  story.at(loggedAt, async () => {
    const [gamesWon, gamesLost] = sets.reduce(
      ([own, others], { player1, player2 }) => [own + player1, others + player2],
      [0, 0],
    ) as [number, number];
    const { value } = await commandBus.execute(
      new LogMatchCommand(
        {
          bookingId: bookingIds.get(name)!,
          result: isWon(sets) ? 'win' : 'loss',
          gamesWon,
          gamesLost,
          sets: [...sets],
          discipline: partner ? 'doubles' : 'singles',
          players: [
            ...(partner ? [guestOf(partner, 'partner')] : []),
            ...opponents.map((opponent) => guestOf(opponent, 'opponent')),
          ],
        },
        by(player.person.username, `log ${name}`, loggedAt),
      ),
    );
    const closedAt = loggedAt + contactDays * DAY_MS + MINUTE_MS;
    story.at(closedAt, () =>
      commandBus.execute(
        new EraseMatchEmailsCommand(
          { matchId: value.matchId },
          systemContext(`erase ${name}`, instantOf(closedAt)),
        ),
      ),
    );
    if (answer === 'none') return;
    for (const [index, opponent] of opponents.entries()) {
      const { username } = opponent.person;
      const at = loggedAt + (1 + 3 * index) * HOUR_MS;
      const given =
        answer === 'disputed'
          ? ({
              type: 'DisputeMatch',
              reason: 'We stopped in the second set; nobody won it.',
            } as const)
          : ({ type: 'ConfirmMatch' } as const);
      story.at(at, () =>
        commandBus.execute(
          new AnswerMatchCommand(
            { matchId: value.matchId, answer: given },
            by(username, `answer ${name}`, at),
          ),
        ),
      );
    }
  });
};

const tellReview = (club: Club, { name, court, player, review }: Hour, endMs: number): void => {
  if (!review) return;
  const { commandBus, story, bookingIds, courtIds, by } = club;
  const write = (who: string, rating: number, comment: string, at: number) =>
    story.at(at, () =>
      commandBus.execute(
        new WriteReviewCommand(
          {
            bookingId: bookingIds.get(name)!,
            courtId: courtIds.get(court.key)!,
            rating,
            comment,
          },
          by(who, `review ${name} by ${who}`, at),
        ),
      ),
    );
  write(player.person.username, review.stars, review.text, endMs + 3 * HOUR_MS);
  write(court.host, review.hostStars, review.hostText, endMs + 5 * HOUR_MS);
  const revealedAt = endMs + 30 * HOUR_MS;
  story.at(revealedAt, () =>
    commandBus.execute(
      new RevealReviewsCommand(
        { bookingId: bookingIds.get(name)! },
        systemContext(`reveal ${name}`, instantOf(revealedAt)),
      ),
    ),
  );
};
