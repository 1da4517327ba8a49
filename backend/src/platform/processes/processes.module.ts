import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type AnyProcess, PROCESSES } from './process.js';
import { Queues } from './queues.js';
import { ProcessRunner } from './runner.js';

/** Work that follows from events and from time. Only processes with the role worker do it; queue depths are known to all. */
@Global()
@Module({})
export class ProcessesModule {
  static with(processes: readonly AnyProcess[]): DynamicModule {
    return {
      module: ProcessesModule,
      providers: [{ provide: PROCESSES, useValue: processes }, Queues, ProcessRunner],
      exports: [Queues, ProcessRunner],
    };
  }
}
