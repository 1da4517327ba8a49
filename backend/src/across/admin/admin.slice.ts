import { AdminController } from './admin.controller.js';
import { AdminQueries } from './admin.queries.js';
import { JobsController } from './jobs.controller.js';
import { MoneyDeskQueries } from './money-desk.queries.js';
import { ObligationMetrics } from './obligation-metrics.service.js';
import { OverdueObligations } from './overdue-obligations.service.js';
import { MoneyQueries } from './money.queries.js';
import { DisplayNames } from './names.service.js';
import { ReportQueries } from './reports.queries.js';
import { defineSlice } from '../../platform/slice.js';

/** Admin screens that combine several slices. */
export const adminSlice = defineSlice({
  name: 'admin',
  controllers: [AdminController, JobsController],
  providers: [
    AdminQueries,
    MoneyDeskQueries,
    MoneyQueries,
    ObligationMetrics,
    OverdueObligations,
    DisplayNames,
    ReportQueries,
  ],
  events: [],
  projections: [],
});
