import { Role } from '@courtly/contracts/identity';
import { CommandBus } from '@nestjs/cqrs';
import type { ErasureBlocker } from '@courtly/contracts/erasure';
import { Argument, Command } from 'commander';
import { RequestErasureCommand } from '../across/erasure/request-erasure.commands.js';
import { ResetSecondFactorsCommand } from '../people/identity/account/second-factor.commands.js';
import { VerifyAccountEmailCommand } from '../people/identity/account/email-verification.commands.js';
import { GrantRoleCommand } from '../people/identity/identity.commands.js';
import { DomainError } from '../platform/kernel/domain-error.js';
import { UnlistedSecret } from '../platform/vault/person-keys.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { operatorContext } from './operator-context.js';

const grantRole = (cli: Cli, role: Role, email: string) =>
  withApplication(cli, async (application) => {
    const context = operatorContext(application, 'users grant', role);
    const user = await application
      .get(CommandBus)
      .execute(new GrantRoleCommand({ email, role }, context));
    cli.print(`${user.username} (${user.email}) now has the ${role} role.`);
    if (!user.isEmailVerified)
      cli.note(
        'This email is not verified. Make sure that the account belongs to the right person.',
      );
  });

/** For installations without a mail server, and for people who do not receive their emails. */
const verifyEmail = (cli: Cli, email: string) =>
  withApplication(cli, async (application) => {
    const context = operatorContext(application, 'users verify-email', '');
    const user = await application
      .get(CommandBus)
      .execute(new VerifyAccountEmailCommand({ email }, context));
    cli.print(`The email of ${user.username} (${user.email}) is verified.`);
  });

type EraseOptions = Readonly<{ reference: string; secretIsLost?: boolean }>;

const blockersIn = ({ details }: DomainError): readonly ErasureBlocker[] =>
  (details as { blockers?: ErasureBlocker[] } | undefined)?.blockers ?? [];

/** Only records the decision. The server's workers carry it out. */
const eraseAccount = (cli: Cli, userId: string, { reference, secretIsLost }: EraseOptions) =>
  withApplication(cli, async (application) => {
    const context = operatorContext(application, 'users erase', '');
    try {
      await application
        .get(CommandBus)
        .execute(
          new RequestErasureCommand(
            { userId, reference, isSecretLost: secretIsLost ?? false },
            context,
          ),
        );
    } catch (error) {
      if (error instanceof UnlistedSecret) throw new Failure(error.message);
      if (!(error instanceof DomainError)) throw error;
      throw new Failure(
        [error.message, ...blockersIn(error).map(({ message }) => `- ${message}`)].join('\n'),
      );
    }
    cli.print(`Account ${userId} is closed. Its remaining data will be erased within minutes.`);
  });

/** Only records the decision. The server's workers end the sessions and send the email. */
const resetSecondFactor = (cli: Cli, userId: string, reason: string) =>
  withApplication(cli, async (application) => {
    const context = operatorContext(application, 'users reset-second-factor', '');
    const command = new ResetSecondFactorsCommand({ userId, reason }, context);
    const { wasOn } = await application
      .get(CommandBus)
      .execute(command)
      .catch((error: unknown) => {
        throw error instanceof DomainError ? new Failure(error.message) : error;
      });
    cli.print(
      wasOn
        ? `Account ${userId} now signs in with only its password. Its sessions end within seconds.`
        : `Account ${userId} has no second factor.`,
    );
  });

export const usersCommand = (cli: Cli): Command => {
  const users = new Command('users');
  users
    .command('grant')
    .description('give a user another role')
    .addArgument(new Argument('<role>').choices(Role.options))
    .argument('<email>')
    .action((role: Role, email: string) => grantRole(cli, role, email));
  users
    .command('verify-email')
    .description('verify an email that you know belongs to the owner of its account')
    .argument('<email>')
    .action((email: string) => verifyEmail(cli, email));
  users
    .command('erase')
    .description("erase an account permanently at its owner's written request")
    .argument('<id>', 'the id of the account')
    .requiredOption(
      '--reference <text>',
      'a reference to the written request, such as a file number; the log keeps it, so do not include a name',
    )
    .option(
      '--secret-is-lost',
      "delete the account's key even if KEY_SECRETS does not list its secret; its email remains reserved",
    )
    .action((userId: string, options: EraseOptions) => eraseAccount(cli, userId, options));
  users
    .command('reset-second-factor')
    .description('remove the second factors of a person who lost them, and end all sessions')
    .argument('<id>', 'the id of the account')
    .requiredOption(
      '--reason <text>',
      "how you verified the person's identity; encrypted with their key",
    )
    .action((userId: string, { reason }: Readonly<{ reason: string }>) =>
      resetSecondFactor(cli, userId, reason),
    );
  return users;
};
