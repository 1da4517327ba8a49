import { defineSlice } from '../../platform/slice.js';
import { MoneyReconciliation } from '../../verify/reconciliation/reconciliation.service.js';

/** The comparison of the log with Stripe. */
export const moneyChecks = defineSlice({
  name: 'moneyChecks',
  providers: [MoneyReconciliation],
  events: [],
  projections: [],
});
