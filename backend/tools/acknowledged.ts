import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { readLog } from '@courtly/backend/verify/log';

/**
 * Counts acknowledged bookings that are missing from the log, and logged bookings that were never
 * acknowledged.
 */
export const acknowledgedInLog = (
  commandLine: Cli,
  acknowledgedIds: readonly string[],
): Promise<Readonly<{ lost: number; unknown: number }>> =>
  withApplication(commandLine, async (application) => {
    const missingIds = new Set(acknowledgedIds);
    let unknownCount = 0;
    for await (const eventBatch of readLog(application, null, commandLine.interrupted))
      for (const { type, ...event } of eventBatch)
        if (
          type === 'BookingRequested' &&
          'data' in event &&
          !missingIds.delete((event.data as { bookingId: string }).bookingId)
        )
          unknownCount++;
    return { lost: missingIds.size, unknown: unknownCount };
  });
