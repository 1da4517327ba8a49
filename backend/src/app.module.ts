import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { LoggerModule } from 'nestjs-pino';
import type { Config } from './config.js';
import { HttpModule } from './platform/http/http.module.js';
import { KernelModule } from './platform/kernel/kernel.module.js';
import { loggingOptions } from './platform/ops/logging.js';
import { OpsModule } from './platform/ops/ops.module.js';
import { PagesModule } from './web/pages/pages.module.js';
import { ProcessesModule } from './platform/processes/processes.module.js';
import { ProjectionsModule } from './platform/projections/projections.module.js';
import type { Slice } from './platform/slice.js';
import { slices } from './slices.js';
import { StoresModule } from './platform/stores/stores.module.js';
import { VaultModule } from './platform/vault/vault.module.js';

/** The whole application. ROLES selects the parts that a process runs. */
@Module({})
export class AppModule {
  static forConfig(config: Config, sliceList: readonly Slice[] = slices): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot(loggingOptions(config)),
        CqrsModule.forRoot(),
        StoresModule.forConfig(config),
        VaultModule,
        KernelModule.with(sliceList.flatMap(({ events }) => events)),
        ProjectionsModule.forProjections(sliceList.flatMap(({ projections }) => projections)),
        ProcessesModule.forProcesses(sliceList.flatMap(({ processes }) => processes)),
        ...sliceList.map(({ module }) => module),
        HttpModule,
        OpsModule,
        PagesModule,
      ],
    };
  }
}
