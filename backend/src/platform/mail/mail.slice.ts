import { defineSlice } from '../slice.js';
import { emailAddressEvents } from './email-address.events.js';
import { EmailAddresses } from './email-addresses.service.js';
import { EMAIL_OUTBOX } from './email-outbox.js';
import { RefuseEmailsHandler, ReinstateEmailHandler } from './email-refusals.commands.js';
import { EmailRefusalsController } from './email-refusals.controller.js';
import { SmtpOutbox } from './smtp-outbox.service.js';

/** Sends the emails that other slices write, except to addresses that refused or rejected them. */
export const mail = defineSlice({
  name: 'mail',
  controllers: [EmailRefusalsController],
  providers: [
    { provide: EMAIL_OUTBOX, useClass: SmtpOutbox },
    EmailAddresses,
    RefuseEmailsHandler,
    ReinstateEmailHandler,
  ],
  exports: [EMAIL_OUTBOX, EmailAddresses],
  events: [emailAddressEvents],
  projections: [],
});
