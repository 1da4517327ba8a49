import { Global, Module } from '@nestjs/common';
import { MAILS } from './mails.js';
import { SmtpMails } from './smtp-mails.service.js';

/** The way out for letters that other slices write. */
@Global()
@Module({ providers: [{ provide: MAILS, useClass: SmtpMails }], exports: [MAILS] })
export class MailModule {}
