import { Global, Module } from '@nestjs/common';
import { ProcessManager } from './process-manager.js';
import { Queues } from './queues.js';

/** Work that is done later. Queues are known everywhere; only processes with the role worker take jobs from them. */
@Global()
@Module({ providers: [Queues, ProcessManager], exports: [Queues] })
export class JobsModule {}
