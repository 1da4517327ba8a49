import { Global, Module } from '@nestjs/common';
import { Leases } from './lease.js';
import { Progress } from './progress.js';
import { Rebuilds } from './rebuilds.js';
import { Runner } from './runner.js';

/** Read models: the runner in processes with the role projector, and everywhere the knowledge of how far they are. */
@Global()
@Module({ providers: [Progress, Leases, Rebuilds, Runner], exports: [Progress, Runner] })
export class ProjectionsModule {}
