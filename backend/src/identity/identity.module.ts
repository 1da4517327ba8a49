import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CALLER_ROLES } from '../edge/caller-roles.js';
import { SESSION_ENDS } from '../edge/session-ends.js';
import { AccountsController } from './accounts.controller.js';
import { AccountQueries } from './accounts.queries.js';
import { SendPasswordResetHandler, TellOfPasswordHandler } from './account-mails.commands.js';
import { ACCOUNT_ENDS } from '../edge/account-ends.js';
import { EndedAccounts } from './account-ends.service.js';
import { AttemptLimits } from './attempt-limits.service.js';
import { Claims } from './claims.service.js';
import { CommonPasswords } from './common-passwords.service.js';
import { ConfirmEmailChangeHandler, RequestEmailChangeHandler } from './email-change.commands.js';
import { FinishEmailChangeHandler, SendEmailChangeHandler } from './email-change-mails.commands.js';
import { deskCommandHandlers } from './desk.commands.js';
import { EmailChangesController } from './email-changes.controller.js';
import { DeviceCookies } from './device-cookies.service.js';
import { EndedSessions } from './ended-sessions.service.js';
import { GrantRoleHandler, RegisterUserHandler } from './identity.commands.js';
import { IdentityController } from './identity.controller.js';
import { IdentityQueries } from './identity.queries.js';
import { ChangePasswordHandler } from './password.commands.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { RequestPasswordResetHandler, ResetPasswordHandler } from './password-resets.commands.js';
import { ChangePictureHandler } from './picture.commands.js';
import { PicturesController } from './pictures.controller.js';
import { Roles } from './roles.service.js';
import { ChangePreferencesHandler, ChangeProfileHandler } from './profile.commands.js';
import { SessionGuard } from './session.guard.js';
import { SessionQueries } from './sessions.queries.js';
import { SessionsController } from './sessions.controller.js';
import { SessionIndex } from './session-index.service.js';
import { Sessions } from './sessions.middleware.js';
import { SignIn } from './sign-in.service.js';

/** Accounts, sign-in and sessions. */
@Global()
@Module({
  controllers: [
    AccountsController,
    IdentityController,
    EmailChangesController,
    PasswordResetsController,
    PicturesController,
    SessionsController,
  ],
  providers: [
    ...deskCommandHandlers,
    AccountQueries,
    AttemptLimits,
    ChangePasswordHandler,
    ChangePictureHandler,
    ChangePreferencesHandler,
    ChangeProfileHandler,
    Claims,
    CommonPasswords,
    ConfirmEmailChangeHandler,
    DeviceCookies,
    EndedSessions,
    FinishEmailChangeHandler,
    GrantRoleHandler,
    IdentityQueries,
    RegisterUserHandler,
    RequestEmailChangeHandler,
    RequestPasswordResetHandler,
    ResetPasswordHandler,
    Roles,
    SendEmailChangeHandler,
    SendPasswordResetHandler,
    SessionIndex,
    SessionQueries,
    Sessions,
    SignIn,
    TellOfPasswordHandler,
    { provide: CALLER_ROLES, useExisting: Roles },
    { provide: ACCOUNT_ENDS, useClass: EndedAccounts },
    { provide: SESSION_ENDS, useExisting: EndedSessions },
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [ACCOUNT_ENDS, IdentityQueries, CALLER_ROLES, SESSION_ENDS],
})
export class IdentityModule {}
