import { defineSlice } from '../../platform/slice.js';
import { EraseAccountHandler } from './erase.commands.js';
import { ErasureSteps } from './erasure-steps.service.js';
import { ErasureController } from './erasure.controller.js';
import { accountErasures } from './erasure.process.js';
import { ErasureQueries } from './erasure.queries.js';
import { erasures } from './erasures.projection.js';
import { ExportQueries } from './export.queries.js';
import { RepeatErasures } from './repeat-erasures.service.js';
import { RequestErasureHandler } from './request-erasure.commands.js';

/** Account erasure and data export. */
export const erasure = defineSlice({
  name: 'erasure',
  controllers: [ErasureController],
  providers: [
    EraseAccountHandler,
    ErasureQueries,
    ErasureSteps,
    ExportQueries,
    RepeatErasures,
    RequestErasureHandler,
  ],
  events: [],
  projections: [erasures],
  processes: [accountErasures],
});
