import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  GrantRoleCommand,
  RegisterUserCommand,
} from '@courtly/backend/people/identity/identity.commands';
import { ChangeProfileCommand } from '@courtly/backend/people/identity/account/profile.commands';
import { VerifyEmailCommand } from '@courtly/backend/people/identity/account/email-verification.commands';
import { VerificationTokens } from '@courtly/backend/people/identity/account/verification-tokens.service';
import type { CommandContext } from '@courtly/backend/platform/kernel/context';
import type { Actor } from '@courtly/backend/platform/kernel/events';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import { currentWaiver } from '@courtly/backend/people/waivers/waiver-text';
import { AcceptWaiverCommand } from '@courtly/backend/people/waivers/waivers.commands';
import { DEMO_PASSWORD, type DemoPerson, demoPeople, emailOf } from './people.js';

/** Actors by username. */
export type People = ReadonlyMap<string, Actor>;

/** Before the first booking in the plan, but recent enough that the waivers are still valid. */
export const REGISTERED_DAYS_AGO = 200;
const operator: Actor = { id: 'operator', role: 'operator' };

/**
 * Derives the command id from the command's name in the demo, so that each run sends the same
 * command.
 */
export const contextOf = (
  userActor: Actor,
  commandName: string,
  registeredAt: string,
): CommandContext => {
  const commandId = `demo ${commandName}`;
  return {
    commandId,
    fingerprint: commandName,
    actor: userActor,
    at: registeredAt,
    correlationId: commandId,
  };
};

export const later = (registeredAt: string, hoursLater: number) =>
  new Date(Date.parse(registeredAt) + hoursLater * HOUR_MS).toISOString();

/**
 * Registers a user with a verified email, or finds the account from an earlier run. `at` is the
 * time of registration (UTC).
 */
export const register = async (
  application: INestApplicationContext,
  demoPerson: DemoPerson,
  registeredAt: string,
) => {
  const commandBus = application.get(CommandBus);
  const { username, firstName, lastName, phone, kind } = demoPerson;
  const requestBody = {
    username,
    firstName,
    lastName,
    phone,
    email: emailOf(demoPerson),
    password: DEMO_PASSWORD,
  };
  const role = kind === 'host' ? 'owner' : 'player';
  const visitor: Actor = { id: 'visitor', role: 'visitor' };
  const commandContext = contextOf(visitor, `register ${username}`, registeredAt);
  const { value: registeredUser } = await commandBus.execute(
    new RegisterUserCommand({ ...requestBody, role }, commandContext),
  );
  const { id, email, role: userRole, createdAt } = registeredUser;
  const token = application
    .get(VerificationTokens, { strict: false })
    .issueToken({ userId: id, email }, createdAt);
  await commandBus.execute(
    new VerifyEmailCommand(
      { token, ipAddress: '' },
      contextOf(visitor, `verify ${username}`, createdAt),
    ),
  );
  return { actor: { id, role: userRole }, at: createdAt };
};

export const introduce = async (
  commandBus: CommandBus,
  demoPerson: DemoPerson,
  userActor: Actor,
  registeredAt: string,
) => {
  const { username, firstName, lastName, phone, homeCity, preferences } = demoPerson;
  const profile = { firstName, lastName, phone, homeCity };
  await commandBus.execute(
    new ChangeProfileCommand(
      { type: 'ChangeProfile', fields: profile },
      contextOf(userActor, `profile ${username}`, registeredAt),
    ),
  );
  if (preferences)
    await commandBus.execute(
      new ChangeProfileCommand(
        { type: 'ChangePreferences', fields: preferences },
        contextOf(userActor, `preferences ${username}`, registeredAt),
      ),
    );
};

/**
 * Registers all users. Returns when the demo was first created (milliseconds), based on the first
 * user.
 */
export const registerPeople = async (
  application: INestApplicationContext,
  nowMs: number,
): Promise<{ people: People; madeAt: number }> => {
  const commandBus = application.get(CommandBus);
  const actorsByUsername = new Map<string, Actor>();
  let registeredAt = new Date(nowMs - REGISTERED_DAYS_AGO * DAY_MS).toISOString();
  for (const demoPerson of demoPeople) {
    const registered = await register(application, demoPerson, registeredAt);
    registeredAt = registered.at;
    const { username, kind } = demoPerson;
    const { actor } = registered;
    actorsByUsername.set(username, actor);
    const acceptance = {
      version: currentWaiver.version,
      userAgent: 'Courtly demo',
      ipAddress: '127.0.0.1',
    };
    const waiverContext = contextOf(actor, `waiver ${username}`, later(registeredAt, 1));
    if (kind === 'player')
      await commandBus.execute(new AcceptWaiverCommand(acceptance, waiverContext));
    const roleContext = contextOf(operator, `admin ${username}`, later(registeredAt, 1));
    if (kind === 'admin')
      await commandBus.execute(
        new GrantRoleCommand({ email: emailOf(demoPerson), role: 'admin' }, roleContext),
      );
    const approvalContext = contextOf(operator, `approval ${username}`, later(registeredAt, 1));
    if (kind === 'host')
      await commandBus.execute(
        new GrantRoleCommand({ email: emailOf(demoPerson), role: 'host' }, approvalContext),
      );
    await introduce(commandBus, demoPerson, actor, later(registeredAt, 2));
  }
  return {
    people: actorsByUsername,
    madeAt: Date.parse(registeredAt) + REGISTERED_DAYS_AGO * DAY_MS,
  };
};
