import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { RequestGuestErasureCommand } from '../booking/guest-waivers/guest-erasures.commands.js';
import { DomainError } from '../platform/kernel/domain-error.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { operatorContext } from './operator-context.js';

/** Only records the decision. The server's workers carry it out. */
const eraseGuest = (cli: Cli, bookingId: string, guestId: string, reference: string) =>
  withApplication(cli, async (application) => {
    const context = operatorContext(application, 'guests erase', '');
    try {
      await application
        .get(CommandBus)
        .execute(new RequestGuestErasureCommand({ bookingId, guestId, reference }, context));
      cli.print(`Guest ${guestId} will be erased within minutes.`);
    } catch (error) {
      throw error instanceof DomainError ? new Failure(error.message) : error;
    }
  });

export const guestsCommand = (cli: Cli): Command => {
  const guests = new Command('guests');
  guests
    .command('erase')
    .description("erase a guest's data permanently at their written request")
    .argument('<booking id>', "the first part of the guest's link")
    .argument('<guest id>', 'the part of the link after the booking id')
    .requiredOption(
      '--reference <text>',
      'a reference to the written request, such as a file number; the log keeps it, so do not include a name',
    )
    .action((bookingId: string, guestId: string, { reference }: Readonly<{ reference: string }>) =>
      eraseGuest(cli, bookingId, guestId, reference),
    );
  return guests;
};
