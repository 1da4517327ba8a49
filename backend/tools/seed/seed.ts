import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { weekdays } from '@courtly/contracts/opening-hours';
import {
  DecideBookingCommand,
  PassDeadlineCommand,
} from '@courtly/backend/booking/bookings/bookings.commands';
import { RequestBookingCommand } from '@courtly/backend/booking/bookings/request-booking.commands';
import { ChangeClosuresCommand } from '@courtly/backend/booking/bookings/closures.commands';
import {
  ListCourtCommand,
  SetCourtHoursCommand,
} from '@courtly/backend/booking/courts/courts.commands';
import { InviteGuestCommand } from '@courtly/backend/booking/courts/invitations.commands';
import { CONFIG, type Config } from '@courtly/backend/config';
import { PolicyAtStart } from '@courtly/backend/people/policies/policy-at-start.service';
import { Clock } from '@courtly/backend/platform/kernel/clock';
import { systemContext } from '@courtly/backend/platform/kernel/context';
import { DomainError } from '@courtly/backend/platform/kernel/domain-error';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import { whileProjected, withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { recordPlay, planPlays } from './after-play.js';
import { sendMessage, demoMessages } from './conversations.js';
import type { DemoCourt } from './court-rows.js';
import { demoCourts } from './courts.js';
import { demoFounders } from './founders.js';
import { demoMoney, withoutWebhooks } from './money.js';
import { DEMO_PASSWORD, demoPeople, emailOf } from './people.js';
import { type Act, planSeed } from './plan.js';
import {
  type People,
  REGISTERED_DAYS_AGO,
  contextOf,
  later,
  register,
  registerPeople,
} from './settle.js';

/** The photos remain next to the sources, even if this runs from `dist`. */
const PHOTOS = join(import.meta.dirname.replace(/dist(?=[\\/]seed$)/, ''), 'photos');

const photoTypes = ['avery', 'hana', 'marcus', 'pavel', 'imani'];

const listCourts = async (
  commandBus: CommandBus,
  { key, host, instantBook, invited, photos, ...form }: DemoCourt,
  actorsByUsername: People,
  at: string,
) => {
  const owner = actorsByUsername.get(host)!;
  const photoFiles = await Promise.all(
    photos.map(async (name) => ({ buffer: await readFile(join(PHOTOS, name)) })),
  );
  const { value: court } = await commandBus.execute(
    new ListCourtCommand({ form, photos: photoFiles }, contextOf(owner, `list ${key}`, at)),
  );
  const weeklyHours = Object.fromEntries(
    weekdays.map((weekday) => [weekday, [{ from: '07:00', to: '21:00' }]]),
  ) as typeof court.weeklyHours;
  const bookingRules = { leadMinutes: null, horizonDays: null, instantBook };
  const schedule = new SetCourtHoursCommand(
    { courtId: court.courtId, weeklyHours, bookingRules },
    contextOf(owner, `hours ${key}`, later(at, 1)),
  );
  if (instantBook) await commandBus.execute(schedule);
  for (const username of invited) {
    const commandContext = contextOf(owner, `invite ${username} to ${key}`, later(at, 2));
    await commandBus.execute(
      new InviteGuestCommand(
        { courtId: court.courtId, email: emailOf({ username }) },
        commandContext,
      ),
    );
  }
  return court.courtId;
};

/**
 * Bookings get their ids when they are requested, so the ids are stored by the bookings' names in
 * the plan.
 */
const perform = async (
  commandBus: CommandBus,
  demoAct: Act,
  actorsByUsername: People,
  courtIds: ReadonlyMap<string, string>,
  bookings: Map<string, string>,
) => {
  const { at, court, startTime, endTime } = demoAct;
  const bookingId = bookings.get(demoAct.booking)!;
  const courtId = courtIds.get(court.key)!;
  const actorContext = (username: string) =>
    contextOf(actorsByUsername.get(username)!, `${demoAct.act} ${demoAct.booking}`, at);
  const cancelCommand = {
    type: 'cancel',
    note: '',
    excuse: null,
    expectedRefundCents: null,
  } as const;
  const decline = { type: 'decline', declineReason: 'not_available', note: '' } as const;
  switch (demoAct.act) {
    case 'request': {
      const sport = court.sports[0]!;
      const slotRequest = { courtId, startTime, endTime, sport, notes: demoAct.notes };
      const { value } = await commandBus.execute(
        new RequestBookingCommand(slotRequest, actorContext(demoAct.player)),
      );
      return void bookings.set(demoAct.booking, value.bookingId);
    }
    case 'approve':
      return void (await commandBus.execute(
        new DecideBookingCommand(
          { bookingId, decision: { type: 'approve' } },
          actorContext(court.host),
        ),
      ));
    case 'decline':
      return void (await commandBus.execute(
        new DecideBookingCommand({ bookingId, decision: decline }, actorContext(court.host)),
      ));
    case 'cancel as host':
      return void (await commandBus.execute(
        new DecideBookingCommand({ bookingId, decision: cancelCommand }, actorContext(court.host)),
      ));
    case 'cancel as player':
      return void (await commandBus.execute(
        new DecideBookingCommand(
          { bookingId, decision: cancelCommand },
          actorContext(demoAct.player),
        ),
      ));
    case 'expire':
      return commandBus.execute(
        new PassDeadlineCommand(
          { bookingId, deadline: 'answer' },
          systemContext(`answer.${bookingId}`, at),
        ),
      );
    case 'complete':
      return commandBus.execute(
        new PassDeadlineCommand(
          { bookingId, deadline: 'end' },
          systemContext(`end.${bookingId}`, at),
        ),
      );
    case 'close': {
      const { reason, cancelBookings } = demoAct;
      const change = { type: 'close', startTime, endTime, reason, cancelBookings } as const;
      return void (await commandBus.execute(
        new ChangeClosuresCommand({ courtId, change }, actorContext(court.host)),
      ));
    }
  }
};

/**
 * A running worker may pass a deadline between two of our commands. Then nothing is left to decide,
 * and for the host, an expired unpaid request does not exist.
 */
const ignoreIfDecided = (thrownError: unknown) => {
  const isDecided =
    thrownError instanceof DomainError && ['wrong_status', 'not_found'].includes(thrownError.code);
  if (!isDecided) throw thrownError;
};

/** Founders are numbered in the order of their purchases. */
const addFounders = async (
  application: INestApplicationContext,
  demoPayments: ReturnType<typeof demoMoney>,
  madeAt: number,
) => {
  const founders = await Promise.all(
    demoFounders(madeAt).map(async ({ person, boughtAt }) => {
      const { actor } = await register(application, person, later(boughtAt, -1));
      return { actor, boughtAt };
    }),
  );
  await demoPayments.joinElite(founders);
};

const fillStores = async (commandLine: Cli, application: INestApplicationContext) => {
  await application.get(PolicyAtStart).record();
  const commandBus = application.get(CommandBus);
  const nowMs = Math.floor(application.get(Clock).now() / HOUR_MS) * HOUR_MS;
  const { people: actorsByUsername, madeAt } = await commandLine.step('Registering people', () =>
    registerPeople(application, nowMs),
  );
  const listedAt = new Date(madeAt - (REGISTERED_DAYS_AGO - 1) * DAY_MS).toISOString();
  const courtIds = new Map<string, string>();
  await commandLine.step('Listing courts', async () => {
    for (const court of demoCourts)
      courtIds.set(court.key, await listCourts(commandBus, court, actorsByUsername, listedAt));
  });
  const demoPayments = application.get<Config>(CONFIG).policy.paymentRequired
    ? demoMoney(application, madeAt)
    : null;
  if (demoPayments)
    await commandLine.step('Opening a payout account', () =>
      demoPayments.openPayouts(actorsByUsername.get('hana')!, listedAt),
    );
  if (demoPayments)
    await commandLine.step('Welcoming founding members', () =>
      addFounders(application, demoPayments, madeAt),
    );
  const demoActs = planSeed(madeAt);
  const bookings = new Map<string, string>();
  await commandLine.step('Creating half a year of bookings', async (reportProgress) => {
    for (const [position, demoAct] of demoActs.entries()) {
      const knownId = bookings.get(demoAct.booking);
      if (demoPayments && knownId) await demoPayments.chargeBefore(demoAct, knownId);
      await perform(commandBus, demoAct, actorsByUsername, courtIds, bookings).catch(
        ignoreIfDecided,
      );
      const bookingId = bookings.get(demoAct.booking);
      if (demoPayments && bookingId) await demoPayments.follow(demoAct, bookingId);
      reportProgress(`${position + 1} of ${demoActs.length}`);
    }
  });
  await commandLine.step('Logging matches and writing reviews', async () => {
    for (const play of planPlays(demoActs, madeAt))
      await recordPlay(
        commandBus,
        play,
        {
          bookingId: bookings.get(play.booking)!,
          courtId: courtIds.get(play.court.key)!,
          madeAt,
        },
        actorsByUsername,
      ).catch(ignoreIfDecided);
  });
  await commandLine.step('Writing messages', async () => {
    for (const message of demoMessages(demoActs, madeAt))
      await sendMessage(
        commandBus,
        message,
        bookings.get(message.booking)!,
        actorsByUsername,
      ).catch(ignoreIfDecided);
  });
  printAccounts(commandLine);
};

const printAccounts = (commandLine: Cli) => {
  const accounts = demoPeople
    .filter(({ username }) => photoTypes.includes(username))
    .map((demoPerson) => ({
      role: demoPerson.kind,
      email: emailOf(demoPerson),
      password: DEMO_PASSWORD,
    }));
  commandLine.print(JSON.stringify({ accounts }));
};

export const seedCommand = (commandLine: Cli): Command =>
  new Command('seed')
    .description('fill an empty Courtly with a demo (safe to repeat)')
    .option('--club', 'eighteen months of a whole club; needs an empty log')
    .action(({ club }: Readonly<{ club?: boolean }>) =>
      withApplication(commandLine, async (application) => {
        const { STRIPE_SECRET_KEY, STRIPE_URL } = application.get<Config>(CONFIG);
        // Only the stand-in accepts payments in the past.
        if (!club || (STRIPE_SECRET_KEY && !STRIPE_URL)) return fillSmall(commandLine, application);
        // Imported on demand, because it loads the Stripe stand-in.
        const { fillClub } = await import('./club/club.js');
        await whileProjected(commandLine, application, () =>
          fillClub(commandLine, application, PHOTOS),
        );
        printAccounts(commandLine);
      }),
    );

const fillSmall = (commandLine: Cli, application: INestApplicationContext) =>
  whileProjected(commandLine, application, () =>
    withoutWebhooks(application.get<Config>(CONFIG), () => fillStores(commandLine, application)),
  );
