import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type AnyProcess, PROCESSES } from './process.js';
import { PendingJobs } from './pending-jobs.service.js';
import { ProcessPositions } from './positions.service.js';
import { ProcessJobs } from './process-jobs.service.js';
import { ProcessTurns } from './process-turns.service.js';
import { Queues } from './queues.js';
import { ProcessRunner } from './runner.js';

/**
 * Work that follows from events and time. Only workers run it, but every process can read queue
 * depths.
 */
@Global()
@Module({})
export class ProcessesModule {
  static forProcesses(processes: readonly AnyProcess[]): DynamicModule {
    return {
      module: ProcessesModule,
      providers: [
        { provide: PROCESSES, useValue: processes },
        Queues,
        PendingJobs,
        ProcessPositions,
        ProcessJobs,
        ProcessTurns,
        ProcessRunner,
      ],
      exports: [Queues, PendingJobs, ProcessPositions, ProcessJobs, ProcessRunner],
    };
  }
}
