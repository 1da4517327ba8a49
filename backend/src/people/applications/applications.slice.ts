import { defineSlice } from '../../platform/slice.js';
import { ApplicantEmails } from './applicant-emails.service.js';
import { SendApplicationEmailHandler } from './application-emails.commands.js';
import { ApplicationTokens } from './application-tokens.service.js';
import { applicationEvents } from './application.events.js';
import { ApplicationsController } from './applications.controller.js';
import { applicationErasures, applicationMails, hostWelcomes } from './applications.process.js';
import { applications as applicationList } from './applications.projection.js';
import { ApplicationQueries } from './applications.queries.js';
import { ApplyHandler } from './apply.commands.js';
import {
  EraseApplicationHandler,
  FindApplicationsHandler,
  RequestApplicationErasureHandler,
} from './erase.commands.js';
import { HostApprovals } from './host-approvals.service.js';
import { RenewApplicationLinkHandler, RenewOwnHostLinkHandler } from './links.commands.js';
import { ClaimApplicationHandler, ReviewApplicationHandler } from './review.commands.js';
import { WelcomeHostHandler } from './welcome.commands.js';

export const applications = defineSlice({
  name: 'applications',
  controllers: [ApplicationsController],
  providers: [
    ApplicantEmails,
    ApplicationQueries,
    ApplicationTokens,
    ApplyHandler,
    ClaimApplicationHandler,
    EraseApplicationHandler,
    FindApplicationsHandler,
    HostApprovals,
    RenewApplicationLinkHandler,
    RenewOwnHostLinkHandler,
    RequestApplicationErasureHandler,
    ReviewApplicationHandler,
    SendApplicationEmailHandler,
    WelcomeHostHandler,
  ],
  exports: [HostApprovals],
  events: [applicationEvents],
  projections: [applicationList],
  processes: [applicationErasures, applicationMails, hostWelcomes],
});
