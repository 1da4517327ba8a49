import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Builds } from './builds.js';
import { Changes } from './changes.js';
import { Checkpoints } from './checkpoints.js';
import { ErasedPeople } from './erased-people.js';
import { Assignments } from './assignments.js';
import { Leases } from './lease.js';
import { FallbackReads } from './fallback-reads.js';
import { Lags } from './lags.js';
import { LogRollback } from './log-rollback.js';
import { ObsoleteCollections } from './obsolete-collections.js';
import { BatchProcessor } from './batch-processor.js';
import { UpdatePublisher } from './update-publisher.js';
import { Parking } from './parking.js';
import { RELEASE_ID, releaseId } from './program.js';
import { Progress } from './progress.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';
import { Projectors } from './projectors.js';
import { ReadModels } from './read-models.js';
import { Readers } from './readers.js';
import { Refolds } from './refolds.js';
import { Runner } from './runner.js';

const runnerProviders = [
  UpdatePublisher,
  Builds,
  ErasedPeople,
  Refolds,
  Assignments,
  Leases,
  LogRollback,
  ObsoleteCollections,
  BatchProcessor,
  Parking,
  Projectors,
];

/**
 * Read models: the runner in projectors; in all processes, access to the read models and their
 * positions.
 */
@Global()
@Module({})
export class ProjectionsModule {
  static forProjections(projections: readonly AnyProjection[]): DynamicModule {
    const configProviders = [
      { provide: PROJECTIONS, useValue: projections },
      { provide: RELEASE_ID, useFactory: releaseId },
    ];
    return {
      module: ProjectionsModule,
      providers: [
        ...configProviders,
        ...runnerProviders,
        Changes,
        Checkpoints,
        Lags,
        FallbackReads,
        Progress,
        ReadModels,
        Readers,
        Runner,
      ],
      exports: [
        PROJECTIONS,
        Changes,
        Checkpoints,
        Lags,
        FallbackReads,
        LogRollback,
        Parking,
        Progress,
        Projectors,
        ReadModels,
        Readers,
        Runner,
        UpdatePublisher,
      ],
    };
  }
}
