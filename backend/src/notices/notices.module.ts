import { Global, Module } from '@nestjs/common';
import { RaiseAlarmHandler } from './alarms.commands.js';
import { MAIL_CHOICES } from '../mail/mail-choices.js';
import { LettersToMembers } from './letters-to-members.service.js';
import { MemberMailChoices } from './mail-choices.service.js';
import {
  RemindOfBookingHandler,
  TellOfBookingHandler,
  TellOfCourtHandler,
  TellOfMessageHandler,
} from './notice-mails.commands.js';
import {
  ChangeNoticePreferencesHandler,
  MarkNoticesReadHandler,
  UnsubscribeHandler,
} from './notices.commands.js';
import { NoticesController } from './notices.controller.js';
import { NoticeQueries } from './notices.queries.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** What people are told of their bookings, and admins of money that went wrong: in a list, and by mail. */
@Global()
@Module({
  controllers: [NoticesController],
  providers: [
    ChangeNoticePreferencesHandler,
    LettersToMembers,
    MarkNoticesReadHandler,
    NoticeQueries,
    RaiseAlarmHandler,
    RemindOfBookingHandler,
    TellOfBookingHandler,
    TellOfCourtHandler,
    TellOfMessageHandler,
    UnsubscribeHandler,
    UnsubscribeTokens,
    { provide: MAIL_CHOICES, useClass: MemberMailChoices },
  ],
  exports: [MAIL_CHOICES],
})
export class NoticesModule {}
