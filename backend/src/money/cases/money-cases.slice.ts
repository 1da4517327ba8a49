import { defineSlice } from '../../platform/slice.js';
import { fraudWarningEvents } from './fraud-warning.events.js';
import { moneyCaseEvents } from './money-case.events.js';
import { CloseMoneyCaseHandler } from './money-cases.commands.js';
import { MoneyCasesController } from './money-cases.controller.js';
import { moneyCases as projection } from './money-cases.projection.js';

/** Money problems that need an admin, until they are resolved. */
export const moneyCases = defineSlice({
  name: 'moneyCases',
  controllers: [MoneyCasesController],
  providers: [CloseMoneyCaseHandler],
  events: [moneyCaseEvents, fraudWarningEvents],
  projections: [projection],
});
