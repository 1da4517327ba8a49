import { defineSlice } from '../../platform/slice.js';
import { accountingPeriodEvents } from './accounting-period.events.js';
import { closedPeriods } from './accounting-periods.projection.js';
import { BooksController } from './books.controller.js';
import { BooksQueries } from './books.queries.js';
import { CityTaxQueries } from './city-tax.queries.js';
import { ClosePeriodHandler } from './close-period.commands.js';
import { HostGrossQueries } from './host-gross.queries.js';
import { journal } from './journal.projection.js';
import { LedgerController } from './ledger.controller.js';
import { ledger as projection } from './ledger.projection.js';
import { LedgerQueries } from './ledger.queries.js';
import { RecordTaxPaymentHandler } from './record-tax-payment.commands.js';
import { taxPaymentEvents } from './tax-payment.events.js';
import { taxPaymentsProjection } from './tax-payments.projection.js';

export const ledger = defineSlice({
  name: 'ledger',
  controllers: [LedgerController, BooksController],
  providers: [
    ...[LedgerQueries, BooksQueries, CityTaxQueries, HostGrossQueries],
    ...[ClosePeriodHandler, RecordTaxPaymentHandler],
  ],
  events: [accountingPeriodEvents, taxPaymentEvents],
  projections: [projection, journal, closedPeriods, taxPaymentsProjection],
});
