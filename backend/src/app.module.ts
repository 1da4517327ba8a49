import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { LoggerModule } from 'nestjs-pino';
import type { Config } from './config.js';
import { EdgeModule } from './edge/edge.module.js';
import { KernelModule } from './kernel/kernel.module.js';
import { logging } from './ops/logging.js';
import { OpsModule } from './ops/ops.module.js';
import { PagesModule } from './pages/pages.module.js';
import { ProcessesModule } from './processes/processes.module.js';
import { ProjectionsModule } from './projections/projections.module.js';
import type { Slice } from './slice.js';
import { slices } from './slices.js';
import { StoresModule } from './stores/stores.module.js';
import { VaultModule } from './vault/vault.module.js';

/** The whole application. ROLES decides what a process does with it. */
@Module({})
export class AppModule {
  static with(config: Config, brought: readonly Slice[] = slices): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot(logging(config)),
        CqrsModule.forRoot(),
        StoresModule.with(config),
        VaultModule,
        KernelModule.with(brought.flatMap(({ events }) => events)),
        ProjectionsModule.with(brought.flatMap(({ projections }) => projections)),
        ProcessesModule.with(brought.flatMap(({ processes }) => processes ?? [])),
        ...brought.map(({ module }) => module),
        EdgeModule,
        OpsModule,
        PagesModule,
      ],
    };
  }
}
