import type { AnyProcess, Job } from '../../platform/processes/process.js';

/** Identifies the process that records early fraud warnings, for code that adds jobs to it. */
export const fraudWarningsProcess = {
  name: 'fraudWarnings',
  queue: 'money',
} as const satisfies Pick<AnyProcess, 'name' | 'queue'>;

export type FraudWarningJobData = Readonly<{ warningId: string }>;

/** @param causeId the id of the trigger; the same trigger adds only one job */
export const fraudWarningJob = (
  causeId: string,
  data: FraudWarningJobData,
): Job<FraudWarningJobData> => ({ id: `fraudWarning.${causeId}`, due: null, data });
