import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from './config.js';
import { BookingsModule } from './bookings/bookings.module.js';
import { CitiesModule } from './cities/cities.module.js';
import { CourtsModule } from './courts/courts.module.js';
import { HttpModule } from './http/http.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { KernelModule } from './kernel/kernel.module.js';
import { logging } from './ops/logging.js';
import { OpsModule } from './ops/ops.module.js';
import { PagesModule } from './pages/pages.module.js';
import { ProjectionsModule } from './projections/projections.module.js';
import { WaiversModule } from './waivers/waivers.module.js';

/** The whole application. ROLES decides what a process does with it. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot(logging(config)),
        CqrsModule.forRoot(),
        KernelModule.with(config),
        ProjectionsModule,
        JobsModule,
        // Its guard asks whether sessions can be read before the edge asks who is signed in.
        IdentityModule,
        HttpModule,
        OpsModule,
        CourtsModule,
        PagesModule,
        WaiversModule,
        BookingsModule,
        CitiesModule,
      ],
    };
  }
}
