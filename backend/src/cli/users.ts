import { Role } from '@courtly/contracts/identity';
import { CommandBus } from '@nestjs/cqrs';
import { Argument, Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { GrantRole } from '../identity/identity.commands.js';
import { Clock } from '../kernel/clock.js';
import { commandContext } from '../kernel/context.js';
import { Ids } from '../kernel/ids.js';
import { withApplication } from './application.js';
import type { Cli } from './cli.js';

const grant = (cli: Cli, role: Role, email: string) =>
  withApplication(cli, async (app) => {
    const context = commandContext(
      {
        actor: { id: 'operator', role: 'operator' },
        at: app.get(Clock).instant(),
        correlationId: randomUUID(),
        call: 'users grant',
        fingerprint: role,
      },
      app.get(Ids),
    );
    const user = await app.get(CommandBus).execute(new GrantRole(email, role, context));
    cli.print(`${user.username} (${user.email}) is ${role} now.`);
  });

/** `courtly users ...` */
export const usersCommand = (cli: Cli): Command => {
  const users = new Command('users').description('accounts');
  users
    .command('grant')
    .description('give somebody one more role')
    .addArgument(new Argument('<role>').choices(Role.options))
    .argument('<email>')
    .action((role: Role, email: string) => grant(cli, role, email));
  return users;
};
