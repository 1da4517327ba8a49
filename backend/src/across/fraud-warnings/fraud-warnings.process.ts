import {
  type FraudWarningJobData,
  fraudWarningJob,
  fraudWarningsProcess,
} from '../../money/cases/fraud-warning-job.js';
import type { FraudWarningReceived } from '../../money/cases/fraud-warning.js';
import { defineProcess } from '../../platform/processes/process.js';
import { RecordFraudWarningCommand } from './fraud-warnings.commands.js';

/**
 * Records warnings from webhooks and the nightly check, and reads each recorded warning again. A
 * charge or refund that the log recorded before the warning could not change its case.
 */
export const fraudWarnings = defineProcess<FraudWarningReceived, FraudWarningJobData, never>({
  ...fraudWarningsProcess,
  handles: ['FraudWarningReceived'],
  react: ({ id, data: { warningId } }) => [fraudWarningJob(id, { warningId })],
  command: (jobData, context) => new RecordFraudWarningCommand(jobData, context),
});
