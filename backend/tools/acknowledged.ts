import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { readLog } from '@courtly/backend/verify/log';

/**
 * Counts acknowledged bookings that the log lacks, and logged bookings that were never
 * acknowledged.
 */
export const acknowledgedInLog = (
  cli: Cli,
  booked: readonly string[],
): Promise<Readonly<{ lost: number; unknown: number }>> =>
  withApplication(cli, async (app) => {
    const missing = new Set(booked);
    let unknown = 0;
    for await (const batch of readLog(app, null, cli.interrupted))
      for (const { type, ...event } of batch)
        if (
          type === 'BookingRequested' &&
          'data' in event &&
          !missing.delete((event.data as { bookingId: string }).bookingId)
        )
          unknown++;
    return { lost: missing.size, unknown };
  });
