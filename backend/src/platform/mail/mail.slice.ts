import { EMAIL_OUTBOX } from './email-outbox.js';
import { SmtpOutbox } from './smtp-outbox.service.js';
import { defineSlice } from '../slice.js';

/** Sends the emails that other slices write. */
export const mail = defineSlice({
  name: 'mail',
  providers: [{ provide: EMAIL_OUTBOX, useClass: SmtpOutbox }],
  exports: [EMAIL_OUTBOX],
  events: [],
  projections: [],
});
