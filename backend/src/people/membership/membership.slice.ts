import { defineSlice } from '../../platform/slice.js';
import { MEMBERSHIP_TIERS } from '../identity/membership-tiers.js';
import {
  EndMembershipHandler,
  RefundMembershipHandler,
  RetryMembershipHandler,
  ReturnMembershipPaymentHandler,
  SettleMembershipRefundHandler,
} from './admin-membership.commands.js';
import { AdminMembershipController } from './admin-membership.controller.js';
import { Admissions } from './admissions.service.js';
import { founderEvents } from './founders.events.js';
import { MembershipCalls } from './membership-calls.service.js';
import {
  SendRenewalReminderHandler,
  SendMembershipEmailHandler,
} from './membership-emails.commands.js';
import { MembershipRecords } from './membership-records.service.js';
import { MembershipController } from './membership.controller.js';
import { membershipEvents } from './membership.events.js';
import {
  firstReminders,
  lastReminders,
  membershipMails,
  membershipProcess,
  membershipReversals,
  seatReservations,
} from './membership.process.js';
import { MembershipQueries } from './membership.queries.js';
import { memberships } from './memberships.projection.js';
import { CreateEliteUserHandler, CreatePaymentIntentHandler } from './purchase.commands.js';
import { SettleMembershipHandler, SettleMembershipIntentHandler } from './settle.commands.js';
import {
  CancelMembershipHandler,
  OpenPortalHandler,
  SubscribeHandler,
} from './subscription.commands.js';
import { Tiers } from './tiers.service.js';

export const membership = defineSlice({
  name: 'membership',
  controllers: [MembershipController, AdminMembershipController],
  providers: [
    Admissions,
    CancelMembershipHandler,
    CreateEliteUserHandler,
    EndMembershipHandler,
    CreatePaymentIntentHandler,
    MembershipCalls,
    MembershipQueries,
    MembershipRecords,
    OpenPortalHandler,
    RefundMembershipHandler,
    RetryMembershipHandler,
    ReturnMembershipPaymentHandler,
    SettleMembershipRefundHandler,
    SendRenewalReminderHandler,
    SettleMembershipHandler,
    SettleMembershipIntentHandler,
    SubscribeHandler,
    SendMembershipEmailHandler,
    { provide: MEMBERSHIP_TIERS, useClass: Tiers },
  ],
  exports: [MEMBERSHIP_TIERS],
  events: [membershipEvents, founderEvents],
  projections: [memberships],
  processes: [
    membershipProcess,
    membershipReversals,
    seatReservations,
    membershipMails,
    firstReminders,
    lastReminders,
  ],
});
