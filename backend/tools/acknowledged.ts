import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { readLog } from '@courtly/backend/verify/log';

/**
 * Counts acknowledged bookings that the log lacks, and logged bookings that were never
 * acknowledged.
 */
export const acknowledgedInLog = (
  cli: Cli,
  acknowledgedIds: readonly string[],
): Promise<Readonly<{ lost: number; unknown: number }>> =>
  withApplication(cli, async (application) => {
    const missingIds = new Set(acknowledgedIds);
    let unknownCount = 0;
    for await (const batch of readLog(application, null, cli.interrupted))
      for (const { type, ...event } of batch)
        if (
          type === 'BookingRequested' &&
          'data' in event &&
          !missingIds.delete((event.data as { bookingId: string }).bookingId)
        )
          unknownCount++;
    return { lost: missingIds.size, unknown: unknownCount };
  });
