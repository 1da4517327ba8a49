import { defineSlice } from '../../platform/slice.js';
import { RecordFraudWarningHandler } from './fraud-warnings.commands.js';
import { fraudWarnings as process } from './fraud-warnings.process.js';

/** Early fraud warnings of bookings and memberships. */
export const fraudWarnings = defineSlice({
  name: 'fraudWarnings',
  providers: [RecordFraudWarningHandler],
  events: [],
  projections: [],
  processes: [process],
});
