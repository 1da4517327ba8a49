import { Global, Module } from '@nestjs/common';
import { Progress } from './progress.js';

/** Read models: the runner in processes with the role projector, and everywhere the knowledge of how far they are. */
@Global()
@Module({ providers: [Progress], exports: [Progress] })
export class ProjectionsModule {}
