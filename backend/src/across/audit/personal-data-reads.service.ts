import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type {
  PersonalDataReads,
  PersonalDataAccess,
} from '../../platform/http/personal-data-reads.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { personalDataReads } from './personal-data-reads.js';

/** Notes in the log what admins are shown of others. */
@Injectable()
export class NotedReads implements PersonalDataReads {
  constructor(private readonly commands: CommandHandling) {}

  async record(shown: PersonalDataAccess, context: CommandContext): Promise<void> {
    if (shown.of.length === 0) return;
    const { actor, at } = context;
    const data = {
      adminId: actor.id,
      what: shown.what,
      about: shown.about,
      of: [...shown.of],
      readAt: at,
    };
    // A key that the caller chose must not make one reading pass for another.
    const own = { ...context, commandId: randomUUID(), fingerprint: '' };
    const day = `${actor.id}_${at.slice(0, 10)}`;
    await this.commands.handle(personalDataReads, day, { type: 'ReadPersonalData', data }, own);
  }
}
