import { MAILS } from './mails.js';
import { SmtpMails } from './smtp-mails.service.js';
import { defineSlice } from '../slice.js';

/** The way out for letters that other slices write. */
export const mail = defineSlice({
  name: 'mail',
  providers: [{ provide: MAILS, useClass: SmtpMails }],
  exports: [MAILS],
  events: [],
  projections: [],
});
