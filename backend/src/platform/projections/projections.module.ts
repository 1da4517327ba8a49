import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Builds } from './builds.js';
import { Changes } from './changes.js';
import { Checkpoints } from './checkpoints.js';
import { Assignments } from './assignments.js';
import { Leases } from './lease.js';
import { FallbackReads } from './fallback-reads.js';
import { Lags } from './lags.js';
import { ObsoleteCollections } from './obsolete-collections.js';
import { BatchProcessor } from './batch-processor.js';
import { UpdatePublisher } from './update-publisher.js';
import { Parking } from './parking.js';
import { PROGRAM, fingerprintOfProgram } from './program.js';
import { Progress } from './progress.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';
import { Projectors } from './projectors.js';
import { ReadModels } from './read-models.js';
import { Runner } from './runner.js';

const running = [
  UpdatePublisher,
  Builds,
  Assignments,
  Leases,
  ObsoleteCollections,
  BatchProcessor,
  Parking,
  Projectors,
];

/**
 * Read models: the runner in projectors, and access to the read models and their positions
 * everywhere.
 */
@Global()
@Module({})
export class ProjectionsModule {
  static with(projections: readonly AnyProjection[]): DynamicModule {
    const given = [
      { provide: PROJECTIONS, useValue: projections },
      { provide: PROGRAM, useFactory: fingerprintOfProgram },
    ];
    return {
      module: ProjectionsModule,
      providers: [
        ...given,
        ...running,
        Changes,
        Checkpoints,
        Lags,
        FallbackReads,
        Progress,
        ReadModels,
        Runner,
      ],
      exports: [
        ...[
          PROJECTIONS,
          Changes,
          Checkpoints,
          Lags,
          FallbackReads,
          Parking,
          Progress,
          Projectors,
          ReadModels,
          Runner,
        ],
        UpdatePublisher,
      ],
    };
  }
}
