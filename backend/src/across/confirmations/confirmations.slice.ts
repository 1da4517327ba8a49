import { SECOND_ADMIN } from '../../platform/http/second-admin.interceptor.js';
import { defineSlice } from '../../platform/slice.js';
import { confirmationEvents } from './confirmation.events.js';
import {
  ExpireConfirmationHandler,
  GiveConfirmationHandler,
  MakeConfirmedChangeHandler,
  RejectConfirmationHandler,
} from './confirmations.commands.js';
import { ConfirmationsController } from './confirmations.controller.js';
import { confirmedChanges } from './confirmations.process.js';
import { confirmations as projection } from './confirmations.projection.js';
import { ConfirmationQueries } from './confirmations.queries.js';
import { loneDecisionEvents } from './lone-decision.events.js';
import { SecondAdminAboveAmount } from './second-admin.service.js';

/** Changes of admins that count only once another admin has confirmed them. */
export const confirmations = defineSlice({
  name: 'confirmations',
  controllers: [ConfirmationsController],
  providers: [
    ConfirmationQueries,
    ExpireConfirmationHandler,
    GiveConfirmationHandler,
    MakeConfirmedChangeHandler,
    RejectConfirmationHandler,
    SecondAdminAboveAmount,
    { provide: SECOND_ADMIN, useExisting: SecondAdminAboveAmount },
  ],
  exports: [SECOND_ADMIN],
  events: [confirmationEvents, loneDecisionEvents],
  projections: [projection],
  processes: [confirmedChanges],
});
