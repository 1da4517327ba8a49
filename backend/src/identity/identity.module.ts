import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Credentials } from '../vault/credentials.js';
import { PasswordHashing } from '../vault/password-hashing.js';
import { AttemptLimits } from './attempt-limits.js';
import { GrantRoleHandler, RegisterUserHandler } from './identity.commands.js';
import { IdentityController } from './identity.controller.js';
import { Identity } from './identity.queries.js';
import { ChangePreferencesHandler, ChangeProfileHandler } from './profile.commands.js';
import { SessionGuard } from './session.guard.js';
import { Sessions } from './sessions.middleware.js';
import { SignIn } from './sign-in.js';

/** Accounts, sign-in and sessions. */
@Module({
  controllers: [IdentityController],
  providers: [
    AttemptLimits,
    ChangePreferencesHandler,
    ChangeProfileHandler,
    Credentials,
    GrantRoleHandler,
    Identity,
    PasswordHashing,
    RegisterUserHandler,
    Sessions,
    SignIn,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [Identity],
})
export class IdentityModule {}
