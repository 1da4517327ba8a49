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
    const readData = {
      adminId: actor.id,
      what: dataAccess.what,
      about: dataAccess.about,
      of: [...dataAccess.of],
      readAt: at,
    };
    // A caller's idempotency key must not make two reads count as one.
    const readContext = { ...readerContext, commandId: randomUUID(), fingerprint: '' };
    const adminDayId = `${actor.id}_${at.slice(0, 10)}`;
    await this.commandHandling.handle(
      personalDataReads,
      adminDayId,
      { type: 'ReadPersonalData', data: readData },
      readContext,
    );
  }
}
