import { APP_GUARD } from '@nestjs/core';
import { ACCOUNT_CLOSURE } from '../../platform/http/account-closure.js';
import { CALLER_ROLES } from '../../platform/http/caller-roles.js';
import { SESSION_ENDS } from '../../platform/http/session-ends.js';
import { defineSlice } from '../../platform/slice.js';
import { IdentityAccountClosure } from './account/account-closure.service.js';
import {
  SendPasswordResetHandler,
  SendPasswordChangedEmailHandler,
  FinishEmailChangeHandler,
  SendEmailChangeHandler,
  ReleaseFormerEmailHandler,
  SendVerificationLinkHandler,
  SendWelcomeEmailHandler,
} from './account/account-emails.commands.js';
import { AccountController } from './account/account.controller.js';
import { AccountsController } from './account/accounts.controller.js';
import { AccountQueries } from './account/accounts.queries.js';
import { adminRollEvents } from './account/admin-roll.events.js';
import {
  ChangeRoleHandler,
  ChangeSuspensionHandler,
  EndSessionsOfSuspendedHandler,
  EndSuspensionHandler,
} from './account/admin.commands.js';
import { CommonPasswords } from './account/common-passwords.service.js';
import {
  ConfirmEmailChangeHandler,
  RequestEmailChangeHandler,
} from './account/email-change.commands.js';
import {
  RequestVerificationLinkHandler,
  VerifyAccountEmailHandler,
  VerifyEmailHandler,
} from './account/email-verification.commands.js';
import {
  ChangePasswordHandler,
  RequestPasswordResetHandler,
  ResetPasswordHandler,
} from './account/password.commands.js';
import { ChangePictureHandler } from './account/picture.commands.js';
import { ChangeProfileHandler } from './account/profile.commands.js';
import {
  CheckProviderLinkHandler,
  LinkProviderAccountHandler,
  SendProviderAccountEmailHandler,
  UnlinkProviderAccountHandler,
} from './account/provider-account.commands.js';
import { ProviderAccountsController } from './account/provider-accounts.controller.js';
import {
  ConfirmPasskeyHandler,
  ConfirmTotpHandler,
  Enrollments,
  FinishSecondFactorResetHandler,
  IssueRecoveryCodesHandler,
  RemoveSecondFactorHandler,
  ResetSecondFactorsHandler,
  SendSecondFactorEmailHandler,
  StartPasskeyHandler,
  StartTotpHandler,
} from './account/second-factor.commands.js';
import { SecondFactorController } from './account/second-factor.controller.js';
import { SendStandingEmailHandler } from './account/standing-emails.commands.js';
import { VerificationTokens } from './account/verification-tokens.service.js';
import { claimEvents } from './claim.events.js';
import { Claims } from './claims.service.js';
import { emailVerificationEvents } from './email-verification.events.js';
import { GrantRoleHandler, RegisterUserHandler } from './identity.commands.js';
import { IdentityController } from './identity.controller.js';
import {
  emailChangeEnds,
  emailChangeLinks,
  formerEmailReleases,
  passwordNotices,
  passwordResets,
  standingNotices,
  suspensionEnds,
  suspensions,
  secondFactorNotices,
  secondFactorResets,
  providerAccountNotices,
  verificationLinks,
  welcomes,
} from './identity.process.js';
import { IdentityQueries, Roles } from './identity.queries.js';
import { people } from './people.projection.js';
import { providerAccountEvents } from './provider-account.events.js';
import { secondFactorEvents } from './second-factor.events.js';
import { AttemptLimits } from './sessions/attempt-limits.service.js';
import { DeviceCookies } from './sessions/device-cookies.service.js';
import { EndedSessions } from './sessions/ended-sessions.service.js';
import { Passkeys } from './sessions/passkeys.service.js';
import { ProviderFlows } from './sessions/provider-flows.service.js';
import { Providers } from './sessions/providers.service.js';
import { SecondFactorChecks } from './sessions/second-factors.service.js';
import { SessionIndex } from './sessions/session-index.service.js';
import { SessionGuard } from './sessions/session.guard.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { Sessions } from './sessions/sessions.middleware.js';
import { SessionQueries } from './sessions/sessions.queries.js';
import { SignInTickets } from './sessions/sign-in-tickets.service.js';
import { SignIn } from './sessions/sign-in.service.js';
import { userEvents } from './user.events.js';

export const identity = defineSlice({
  name: 'identity',
  controllers: [
    AccountController,
    AccountsController,
    IdentityController,
    ProviderAccountsController,
    SecondFactorController,
    SessionsController,
  ],
  providers: [
    ChangeRoleHandler,
    ChangeSuspensionHandler,
    EndSessionsOfSuspendedHandler,
    EndSuspensionHandler,
    SendStandingEmailHandler,
    CheckProviderLinkHandler,
    LinkProviderAccountHandler,
    UnlinkProviderAccountHandler,
    SendProviderAccountEmailHandler,
    Enrollments,
    StartTotpHandler,
    StartPasskeyHandler,
    ConfirmPasskeyHandler,
    ConfirmTotpHandler,
    RemoveSecondFactorHandler,
    IssueRecoveryCodesHandler,
    ResetSecondFactorsHandler,
    FinishSecondFactorResetHandler,
    SendSecondFactorEmailHandler,
    AccountQueries,
    AttemptLimits,
    ChangePasswordHandler,
    ChangePictureHandler,
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
    ReleaseFormerEmailHandler,
    RequestEmailChangeHandler,
    RequestPasswordResetHandler,
    RequestVerificationLinkHandler,
    ResetPasswordHandler,
    Roles,
    SendEmailChangeHandler,
    SendPasswordResetHandler,
    Passkeys,
    ProviderFlows,
    Providers,
    SecondFactorChecks,
    SessionIndex,
    SessionQueries,
    Sessions,
    SignIn,
    SignInTickets,
    SendPasswordChangedEmailHandler,
    SendVerificationLinkHandler,
    SendWelcomeEmailHandler,
    VerificationTokens,
    VerifyAccountEmailHandler,
    VerifyEmailHandler,
    { provide: CALLER_ROLES, useExisting: Roles },
    IdentityAccountClosure,
    { provide: ACCOUNT_CLOSURE, useExisting: IdentityAccountClosure },
    { provide: SESSION_ENDS, useExisting: EndedSessions },
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [ACCOUNT_CLOSURE, IdentityQueries, CALLER_ROLES, SESSION_ENDS, SessionQueries],
  events: [
    userEvents,
    emailVerificationEvents,
    claimEvents,
    adminRollEvents,
    secondFactorEvents,
    providerAccountEvents,
  ],
  projections: [people],
  processes: [
    passwordNotices,
    passwordResets,
    emailChangeLinks,
    emailChangeEnds,
    formerEmailReleases,
    verificationLinks,
    welcomes,
    standingNotices,
    suspensionEnds,
    suspensions,
    secondFactorNotices,
    secondFactorResets,
    providerAccountNotices,
  ],
});
