import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COURTS = 4;
const MEMBERS = 12;
const WISHES = 1_200;
const HOURS = 251;

/**
 * Writes a club's bookings in the form that `npm run demand` reads: many wishes for few hours, the same in every run.
 * @param {string} folder
 */
export function writeSmallClub(folder) {
  /** @param {string} name @param {string} head @param {number} count @param {(index: number) => (string | number)[]} row */
  const write = (name, head, count, row) => {
    const rows = Array.from({ length: count }, (_, index) => row(index).join(','));
    writeFileSync(join(folder, name), `${[head, ...rows].join('\n')}\n`);
  };
  write('facilities.csv', 'facility_id,name,guest_cost', COURTS, (id) => [
    id,
    `Court ${id + 1}`,
    25,
  ]);
  write('members.csv', 'member_id,surname,first_name', MEMBERS, (id) => [id, 'Baseline', 'Robin']);
  write('bookings.csv', 'booking_id,facility_id,member_id,start_time,half_hours', WISHES, (id) => {
    // Multiples of primes spread the wishes, so that two for the same hour are far apart.
    const hour = (id * 127) % HOURS;
    const start = new Date(Date.UTC(2012, 6, 3 + Math.floor(hour / 12), 8 + (hour % 12)));
    return [
      id,
      (id * 31) % COURTS,
      (id * 7) % MEMBERS,
      start.toISOString().slice(0, 19).replace('T', ' '),
      2,
    ];
  });
}
