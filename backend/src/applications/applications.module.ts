import { Module } from '@nestjs/common';
import { TellApplicantHandler } from './application-mails.commands.js';
import { ApplicationTokens } from './application-tokens.service.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationQueries } from './applications.queries.js';
import { ApplyHandler } from './apply.commands.js';
import { ClaimApplicationHandler, ReviewApplicationHandler } from './review.commands.js';
import { WelcomeHostHandler } from './welcome.commands.js';

/** Who wants to host, or to be a member by the month, and what the club answers. */
@Module({
  controllers: [ApplicationsController],
  providers: [
    ApplicationQueries,
    ApplicationTokens,
    ApplyHandler,
    ClaimApplicationHandler,
    ReviewApplicationHandler,
    TellApplicantHandler,
    WelcomeHostHandler,
  ],
})
export class ApplicationsModule {}
