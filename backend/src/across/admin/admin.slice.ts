import { AdminController } from './admin.controller.js';
import { AdminQueries } from './admin.queries.js';
import { DisputeQueries } from './disputes.queries.js';
import { MoneyQueries } from './money.queries.js';
import { DisplayNames } from './names.service.js';
import { ReportedMessageQueries } from './reported-messages.queries.js';
import { ReportedReviewQueries } from './reported-reviews.queries.js';
import { defineSlice } from '../../platform/slice.js';

/** Admin screens that combine several slices. */
export const adminSlice = defineSlice({
  name: 'desk',
  controllers: [AdminController],
  providers: [
    AdminQueries,
    DisputeQueries,
    MoneyQueries,
    DisplayNames,
    ReportedMessageQueries,
    ReportedReviewQueries,
  ],
  events: [],
  projections: [],
});
