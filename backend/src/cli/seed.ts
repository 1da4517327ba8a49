import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { weekdays } from '@courtly/contracts/opening-hours';
import { DecideBooking, PassDeadline, RequestBooking } from '../bookings/bookings.commands.js';
import { ChangeClosures } from '../bookings/closures.commands.js';
import { ListCourt, SetCourtHours } from '../courts/courts.commands.js';
import { GrantRole, RegisterUser } from '../identity/identity.commands.js';
import { Clock } from '../kernel/clock.js';
import { type CommandContext, commandContext, derivedId, systemContext } from '../kernel/context.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Actor } from '../kernel/events.js';
import { DAY_MS, HOUR_MS } from '../kernel/local-time.js';
import { AcceptWaiver } from '../waivers/waivers.commands.js';
import { whileProjected, withApplication } from './application.js';
import type { Cli } from './cli.js';
import { DEMO_PASSWORD, type DemoCourt, type DemoPerson, demoCourts, demoPeople, emailOf } from './seed-data.js';
import { type Act, planSeed } from './seed-plan.js';

type People = ReadonlyMap<string, Actor>;

const REGISTERED_DAYS_AGO = 60;
const operator: Actor = { id: 'operator', role: 'operator' };
const shown = ['avery', 'hana', 'marcus', 'pavel', 'imani'];

/** The same command in every run: its id follows from what it is called in the demo. */
const contextOf = (actor: Actor, key: string, at: string): CommandContext =>
  commandContext({ actor, at, correlationId: derivedId('demo', key), call: 'demo', fingerprint: key, key });

const later = (at: string, hours: number) => new Date(Date.parse(at) + hours * HOUR_MS).toISOString();

const register = async (commands: CommandBus, person: DemoPerson, at: string) => {
  const { username, firstName, lastName, phone, kind } = person;
  const body = { username, firstName, lastName, phone, email: emailOf(person), password: DEMO_PASSWORD };
  const role = kind === 'host' ? 'owner' : 'player';
  const visitor: Actor = { id: 'visitor', role: 'visitor' };
  const context = contextOf(visitor, `register ${username}`, at);
  const { body: user } = await commands.execute(new RegisterUser({ ...body, role }, context));
  return { actor: { id: user.id, role: user.role }, at: user.createdAt };
};

/** Registers everybody. The first one's registration tells when the demo was made, also in a later run. */
const settle = async (commands: CommandBus, now: number): Promise<{ people: People; madeAt: number }> => {
  const people = new Map<string, Actor>();
  let at = new Date(now - REGISTERED_DAYS_AGO * DAY_MS).toISOString();
  for (const person of demoPeople) {
    const registered = await register(commands, person, at);
    at = registered.at;
    people.set(person.username, registered.actor);
    const { username, kind } = person;
    const seen = { userAgent: 'Courtly demo', ipAddress: '127.0.0.1' };
    const accepted = contextOf(registered.actor, `waiver ${username}`, later(at, 1));
    if (kind === 'player') await commands.execute(new AcceptWaiver(seen, accepted));
    const granted = contextOf(operator, `admin ${username}`, later(at, 1));
    if (kind === 'admin') await commands.execute(new GrantRole(emailOf(person), 'admin', granted));
  }
  return { people, madeAt: Date.parse(at) + REGISTERED_DAYS_AGO * DAY_MS };
};

const list = async (
  commands: CommandBus,
  { key, host, instantBook, ...form }: DemoCourt,
  people: People,
  at: string,
) => {
  const owner = people.get(host)!;
  const { court } = await commands.execute(new ListCourt(form, [], contextOf(owner, `list ${key}`, at)));
  const weeklyHours = Object.fromEntries(
    weekdays.map((day) => [day, [{ from: '07:00', to: '21:00' }]]),
  ) as typeof court.weeklyHours;
  const hours = { weeklyHours, policy: { leadMinutes: null, horizonDays: null, instantBook } };
  const schedule = new SetCourtHours(court.courtId, hours, contextOf(owner, `hours ${key}`, later(at, 1)));
  if (instantBook) await commands.execute(schedule);
  return court.courtId;
};

/** Lets one thing happen. Bookings get their ids when they are requested, so these are kept by the plan's names. */
const perform = async (
  commands: CommandBus,
  act: Act,
  people: People,
  courtIds: ReadonlyMap<string, string>,
  bookings: Map<string, string>,
) => {
  const { at, court, startTime, endTime } = act;
  const bookingId = bookings.get(act.booking)!;
  const courtId = courtIds.get(court.key)!;
  const by = (username: string) => contextOf(people.get(username)!, `${act.act} ${act.booking}`, at);
  const cancel = { type: 'cancel', note: '', excuse: null } as const;
  switch (act.act) {
    case 'request': {
      const wish = { courtId, startTime, endTime, notes: act.notes };
      const { booking } = await commands.execute(new RequestBooking(wish, by(act.player)));
      return void bookings.set(act.booking, booking.bookingId);
    }
    case 'approve':
      return void (await commands.execute(new DecideBooking(bookingId, { type: 'approve' }, by(court.host))));
    case 'decline':
    case 'cancel as host':
      return void (await commands.execute(new DecideBooking(bookingId, cancel, by(court.host))));
    case 'cancel as player':
      return void (await commands.execute(new DecideBooking(bookingId, cancel, by(act.player))));
    case 'expire':
      return commands.execute(new PassDeadline(bookingId, 'answer', systemContext(`answer.${bookingId}`, at)));
    case 'complete':
      return commands.execute(new PassDeadline(bookingId, 'end', systemContext(`end.${bookingId}`, at)));
    case 'close': {
      const { reason, cancelBookings } = act;
      const change = { type: 'close', startTime, endTime, reason, cancelBookings } as const;
      return void (await commands.execute(new ChangeClosures(courtId, change, by(court.host))));
    }
  }
};

/** A running worker may let a deadline pass between two of our acts; then there is nothing left to decide. */
const unlessDecided = (error: unknown) => {
  if (!(error instanceof DomainError && error.code === 'wrong_status')) throw error;
};

const fill = async (cli: Cli, app: INestApplicationContext) => {
  const commands = app.get(CommandBus);
  const now = Math.floor(app.get(Clock).now() / HOUR_MS) * HOUR_MS;
  const { people, madeAt } = await cli.step('Registering people', () => settle(commands, now));
  const listedAt = new Date(madeAt - (REGISTERED_DAYS_AGO - 1) * DAY_MS).toISOString();
  const courtIds = new Map<string, string>();
  await cli.step('Listing courts', async () => {
    for (const court of demoCourts) courtIds.set(court.key, await list(commands, court, people, listedAt));
  });
  const acts = planSeed(madeAt);
  const bookings = new Map<string, string>();
  await cli.step('Letting two months of bookings happen', async (tell) => {
    for (const [index, act] of acts.entries()) {
      await perform(commands, act, people, courtIds, bookings).catch(unlessDecided);
      tell(`${index + 1} of ${acts.length}`);
    }
  });
  const accounts = demoPeople
    .filter(({ username }) => shown.includes(username))
    .map((person) => ({ role: person.kind, email: emailOf(person), password: DEMO_PASSWORD }));
  cli.print(JSON.stringify({ accounts }));
};

/** `courtly seed` */
export const seedCommand = (cli: Cli): Command =>
  new Command('seed')
    .description('fill an empty Courtly with a demo; a second time changes nothing')
    .action(() => withApplication(cli, (app) => whileProjected(cli, app, () => fill(cli, app))));
