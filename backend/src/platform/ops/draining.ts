import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';

/**
 * The first part of ending: for DRAIN_MS the process still answers, but calls itself not ready and keeps no connection open,
 * so that a proxy sends its requests elsewhere before the port closes.
 */
@Injectable()
export class Draining implements OnModuleDestroy {
  started = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly adapter: HttpAdapterHost,
  ) {}

  async onModuleDestroy() {
    this.started = true;
    if (!this.adapter.listening) return;
    // What was begun before, a stream above all, did not say that its connection closes: once answered, nobody waits for more.
    (this.adapter.httpAdapter.getHttpServer() as Server).keepAliveTimeout = 1;
    await delay(this.config.DRAIN_MS);
  }
}
