import {
  type FraudWarningJobData,
  fraudWarningsProcess,
} from '../../money/cases/fraud-warning-job.js';
import { defineProcess } from '../../platform/processes/process.js';
import { RecordFraudWarningCommand } from './fraud-warnings.commands.js';

/** Only webhooks and the nightly check queue its jobs. */
export const fraudWarnings = defineProcess<never, FraudWarningJobData, never>({
  ...fraudWarningsProcess,
  handles: [],
  react: () => [],
  command: (jobData, context) => new RecordFraudWarningCommand(jobData, context),
});
