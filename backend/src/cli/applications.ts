import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import {
  FindApplicationsCommand,
  RequestApplicationErasureCommand,
} from '../people/applications/erase.commands.js';
import { DomainError } from '../platform/kernel/domain-error.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { operatorContext } from './operator-context.js';

/** Only records the decision. The server's workers carry it out. */
const eraseApplications = (cli: Cli, idOrEmail: string, reference: string) =>
  withApplication(cli, async (application) => {
    const context = operatorContext(application, 'applications erase', '');
    const commandBus = application.get(CommandBus);
    const applicationIds = idOrEmail.includes('@')
      ? await commandBus.execute(new FindApplicationsCommand({ email: idOrEmail }, context))
      : [idOrEmail];
    if (applicationIds.length === 0)
      throw new Failure(
        'No application has this email. Check the address, or use the id of the application.',
      );
    const problems: string[] = [];
    for (const applicationId of applicationIds)
      try {
        const input = { applicationId, reference };
        const eraseContext = { ...context, commandId: `${context.commandId} ${applicationId}` };
        await commandBus.execute(new RequestApplicationErasureCommand(input, eraseContext));
        cli.print(`Application ${applicationId} will be erased within minutes.`);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        problems.push(`Application ${applicationId}: ${error.message}`);
      }
    if (problems.length > 0) throw new Failure(problems.join('\n'));
  });

export const applicationsCommand = (cli: Cli): Command => {
  const applications = new Command('applications');
  applications
    .command('erase')
    .description("erase applications permanently at the applicant's written request")
    .argument('<id or email>', 'the id of one application, or the email of all of them')
    .requiredOption(
      '--reference <text>',
      'a reference to the written request, such as a file number; the log keeps it, so do not include a name',
    )
    .action((idOrEmail: string, { reference }: Readonly<{ reference: string }>) =>
      eraseApplications(cli, idOrEmail, reference),
    );
  return applications;
};
