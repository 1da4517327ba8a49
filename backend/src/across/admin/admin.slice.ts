import { CASE_PARTIES } from '../../platform/http/own-case.interceptor.js';
import { defineSlice } from '../../platform/slice.js';
import { AdminController } from './admin.controller.js';
import { AdminQueries } from './admin.queries.js';
import { BookingSearchQueries } from './booking-search.queries.js';
import { CasePartiesFromLog } from './case-parties.service.js';
import { JobsController } from './jobs.controller.js';
import { MoneyDeskQueries } from './money-desk.queries.js';
import { MoneyQueries } from './money.queries.js';
import { DisplayNames } from './names.service.js';
import { ObligationMetrics } from './obligation-metrics.service.js';
import { OverdueObligations } from './overdue-obligations.service.js';
import { ReportQueries } from './reports.queries.js';
import { WaitingQueries } from './waiting.queries.js';

/** Admin screens that combine several slices. */
export const admin = defineSlice({
  name: 'admin',
  controllers: [AdminController, JobsController],
  providers: [
    AdminQueries,
    BookingSearchQueries,
    CasePartiesFromLog,
    { provide: CASE_PARTIES, useExisting: CasePartiesFromLog },
    MoneyDeskQueries,
    MoneyQueries,
    ObligationMetrics,
    OverdueObligations,
    DisplayNames,
    ReportQueries,
    WaitingQueries,
  ],
  exports: [CASE_PARTIES, DisplayNames],
  events: [],
  projections: [],
});
