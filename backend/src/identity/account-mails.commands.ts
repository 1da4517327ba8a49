import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../config.js';
import type { CommandContext } from '../kernel/context.js';
import { DAY_MS } from '../kernel/local-time.js';
import { Streams } from '../kernel/streams.js';
import { MAILS, type Mails } from '../mail/mails.js';
import { passwordChangedLetter } from './account-letters.js';
import { person } from './person.js';

/** Tells somebody by mail that their password was changed at a UTC instant. */
export class TellOfPassword extends Command<void> {
  constructor(
    readonly userId: string,
    readonly changedAt: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(TellOfPassword)
export class TellOfPasswordHandler implements ICommandHandler<TellOfPassword> {
  constructor(
    private readonly streams: Streams,
    @Inject(MAILS) private readonly mails: Mails,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ userId, changedAt, context }: TellOfPassword): Promise<void> {
    // Whoever follows the log anew comes by changes that were told of long ago.
    if (Date.parse(context.at) - Date.parse(changedAt) > DAY_MS) return;
    await this.mails.once(context.commandId, async () => {
      const reader = await this.streams.load(person, userId);
      return reader?.email ? passwordChangedLetter(reader, changedAt, this.config.PUBLIC_URL) : null;
    });
  }
}
