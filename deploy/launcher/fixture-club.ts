import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COURT_COUNT = 4;
const MEMBER_COUNT = 12;
const BOOKING_COUNT = 1_200;
const HOUR_COUNT = 251;

/**
 * Writes the bookings of a club in the format of `npm run demand`. They are the same in every run,
 * and many of them request the same few hours.
 */
export function writeFixtureClub(folder: string): void {
  const writeCsv = (
    fileName: string,
    header: string,
    rowCount: number,
    rowAt: (index: number) => (string | number)[],
  ) => {
    const rows = Array.from({ length: rowCount }, (_, index) => rowAt(index).join(','));
    writeFileSync(join(folder, fileName), `${[header, ...rows].join('\n')}\n`);
  };
  writeCsv('facilities.csv', 'facility_id,name,guest_cost', COURT_COUNT, (index) => [
    index,
    `Court ${index + 1}`,
    25,
  ]);
  writeCsv('members.csv', 'member_id,surname,first_name', MEMBER_COUNT, (index) => [
    index,
    'Baseline',
    'Robin',
  ]);
  const bookingHeader = 'booking_id,facility_id,member_id,start_time,half_hours';
  writeCsv('bookings.csv', bookingHeader, BOOKING_COUNT, (index) => {
    // Multiples of primes spread the bookings, so that two for the same hour are far apart.
    const hourIndex = (index * 127) % HOUR_COUNT;
    const startTime = new Date(
      Date.UTC(2012, 6, 3 + Math.floor(hourIndex / 12), 8 + (hourIndex % 12)),
    );
    return [
      index,
      (index * 31) % COURT_COUNT,
      (index * 7) % MEMBER_COUNT,
      startTime.toISOString().slice(0, 19).replace('T', ' '),
      2,
    ];
  });
}
