import { DeskController } from './admin.controller.js';
import { DeskQueries } from './admin.queries.js';
import { DisputeQueries } from './disputes.queries.js';
import { MoneyQueries } from './money.queries.js';
import { NamesOf } from './names.service.js';
import { ReportedMessageQueries } from './reported-messages.queries.js';
import { ReportedReviewQueries } from './reported-reviews.queries.js';
import { defineSlice } from '../../platform/slice.js';

/** What admins see on their desk that stands with several slices. */
export const desk = defineSlice({
  name: 'desk',
  controllers: [DeskController],
  providers: [
    DeskQueries,
    DisputeQueries,
    MoneyQueries,
    NamesOf,
    ReportedMessageQueries,
    ReportedReviewQueries,
  ],
  events: [],
  projections: [],
});
