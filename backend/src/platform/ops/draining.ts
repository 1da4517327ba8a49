import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';

/**
 * Starts the shutdown. For DRAIN_MS, the process still serves requests but reports itself as not
 * ready and closes connections, so that proxies stop using it before the port closes.
 */
@Injectable()
export class Draining implements OnModuleDestroy {
  isStarted = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  async onModuleDestroy() {
    this.isStarted = true;
    if (!this.adapterHost.listening) return;
    // Responses that started earlier, such as streams, did not announce that the connection closes.
    (this.adapterHost.httpAdapter.getHttpServer() as Server).keepAliveTimeout = 1;
    await delay(this.config.DRAIN_MS);
  }
}
