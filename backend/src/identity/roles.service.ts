import { Injectable } from '@nestjs/common';
import type { Fold } from '../kernel/decider.js';
import { Streams } from '../kernel/streams.js';
import type { UserEvent } from './user.events.js';

const roles: Fold<readonly string[], UserEvent> = {
  category: 'user',
  initial: [],
  evolve: (held, { type, data }) =>
    type === 'UserRegistered' || type === 'RoleGranted' ? [...new Set([...held, data.role])] : held,
};

/** The roles that a person holds now, read from the log; as they were last seen while the log cannot be read. */
@Injectable()
export class Roles {
  constructor(private readonly streams: Streams) {}

  of(userId: string): Promise<readonly string[]> {
    return this.streams.lastSeen(roles, userId);
  }
}
