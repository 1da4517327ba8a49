import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type {
  PersonalDataReads,
  PersonalDataAccess,
} from '../../platform/http/personal-data-reads.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { personalDataReads } from './personal-data-reads.js';

@Injectable()
export class PersonalDataReadRecorder implements PersonalDataReads {
  constructor(private readonly commandHandling: CommandHandling) {}

  async record(dataAccess: PersonalDataAccess, readerContext: CommandContext): Promise<void> {
    if (dataAccess.of.length === 0) return;
    const { actor, at } = readerContext;
    const { what, about, of } = dataAccess;
    await this.commandHandling.handle(
      personalDataReads,
      `${actor.id}_${at.slice(0, 10)}`,
      {
        type: 'ReadPersonalData',
        data: {
          adminId: actor.id,
          what,
          about,
          of: [...of],
          readAt: at,
          isLimited: actor.role !== 'operator',
        },
      },
      // A caller's idempotency key must not make two reads count as one.
      { ...readerContext, commandId: randomUUID(), fingerprint: '' },
    );
  }
}
