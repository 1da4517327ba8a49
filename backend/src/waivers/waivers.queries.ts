import type { WaiverStatus } from '@courtly/contracts/waivers';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Streams } from '../kernel/streams.js';
import { acceptedWaiver, waiverStatus } from './waiver.js';

@Injectable()
export class Waivers {
  constructor(
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether a person's acceptance counts at an instant (UTC), and the text in force. */
  async status(userId: string, at: string): Promise<WaiverStatus> {
    return waiverStatus(await this.streams.lastSeen(acceptedWaiver, userId), at, this.config.policy);
  }
}
