import type { Role } from '@courtly/contracts/identity';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import { defineCommand } from '../../../platform/kernel/command.js';
import { Streams } from '../../../platform/kernel/streams.js';
import type { Email } from '../../../platform/mail/email-body.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../../platform/mail/email-outbox.js';
import { type Person, person } from '../person.js';
import { roleEmail, suspendedEmail, suspensionLiftedEmail } from './standing-emails.js';

/** An event about what an account may do. `role` is null for suspensions. */
export type StandingChange = Readonly<{
  userId: string;
  type: 'UserSuspended' | 'SuspensionLifted' | 'RoleGranted' | 'RoleRevoked';
  role: Role | null;
  at: string;
}>;

/** Null if the change no longer holds, so that no one gets an outdated email. */
export const standingEmail = (
  recipient: Person,
  { type, role, at }: StandingChange,
  publicUrl: string,
): Email | null => {
  const { suspension, roles } = recipient;
  switch (type) {
    case 'UserSuspended':
      return suspension?.since === at ? suspendedEmail(recipient, suspension) : null;
    case 'SuspensionLifted':
      return suspension ? null : suspensionLiftedEmail(recipient, publicUrl);
    case 'RoleGranted':
      return role && roles.includes(role) ? roleEmail(recipient, role, true) : null;
    case 'RoleRevoked':
      return role && !roles.includes(role) ? roleEmail(recipient, role, false) : null;
  }
};

export class SendStandingEmailCommand extends defineCommand<StandingChange>() {}

@CommandHandler(SendStandingEmailCommand)
export class SendStandingEmailHandler implements ICommandHandler<SendStandingEmailCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input, context }: SendStandingEmailCommand): Promise<void> {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const recipient = await this.streams.load(person, input.userId);
      return recipient?.email ? standingEmail(recipient, input, this.config.PUBLIC_URL) : null;
    });
  }
}
