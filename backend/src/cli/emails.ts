import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { ReinstateEmailCommand } from '../platform/mail/email-refusals.commands.js';
import { withApplication } from './application.js';
import type { Cli } from './cli.js';
import { operatorContext } from './operator-context.js';

const reinstateEmail = (cli: Cli, email: string, reference: string) =>
  withApplication(cli, async (application) => {
    const context = operatorContext(application, 'emails reinstate', '');
    const { hadRefused, hadBounced } = await application
      .get(CommandBus)
      .execute(new ReinstateEmailCommand({ email, reference }, context));
    const ended = [
      ...(hadRefused ? ['its refusal has ended'] : []),
      ...(hadBounced ? ['it counts as reachable'] : []),
    ];
    cli.print(
      ended.length > 0
        ? `Courtly emails this address again: ${ended.join(', and ')}.`
        : 'This address has not refused emails, and no mail server has rejected it.',
    );
  });

export const emailsCommand = (cli: Cli): Command => {
  const emails = new Command('emails');
  emails
    .command('reinstate')
    .description(
      'resume emails to an address that refused all emails or whose mail server rejected it',
    )
    .argument('<email>')
    .requiredOption(
      '--reference <text>',
      "a reference to the holder's request, such as a file number; the log keeps it, so do not include a name",
    )
    .action((email: string, { reference }: Readonly<{ reference: string }>) =>
      reinstateEmail(cli, email, reference),
    );
  return emails;
};
