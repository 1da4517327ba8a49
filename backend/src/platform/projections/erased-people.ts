import { Inject, Injectable } from '@nestjs/common';
import { EVENT_SETS, type EventSet, categoryOf, keyErasuresIn } from '../kernel/events.js';
import { PERSON_KEYS, type PersonKeys } from '../kernel/personal-data.js';
import type { DecodedEvent } from './fold.js';

/** Determines whose keys were erased. */
@Injectable()
export class ErasedPeople {
  private readonly keyErasures: ReadonlySet<string>;

  constructor(
    @Inject(PERSON_KEYS) private readonly personKeys: PersonKeys,
    @Inject(EVENT_SETS) eventSets: readonly EventSet[],
  ) {
    this.keyErasures = keyErasuresIn(eventSets);
  }

  /** The events that report deleted keys. */
  erasuresIn(decodedEvents: readonly DecodedEvent[]): readonly DecodedEvent[] {
    return decodedEvents.filter(({ type }) => this.keyErasures.has(type));
  }

  /**
   * Returns the ids of the users, and of their applications, whose keys were deleted before these
   * events. Forgets all keys, so events that are read from now on do not contain their data.
   * @throws StoreUnavailable if the vault is down
   */
  async forget(erasures: readonly DecodedEvent[]): Promise<readonly string[]> {
    this.personKeys.forgetKeys();
    const userIds = erasures.map(({ stream }) => stream.slice(categoryOf(stream).length + 1));
    return [...new Set([...userIds, ...(await this.personKeys.idsErasedWith(userIds))])];
  }
}
