import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { buildBooking } from '../testing/booking';
import { courtZone } from '../testing/court-zone';
import { CourtTime } from './time';

afterEach(cleanup);

const timeOf = (zone: ReturnType<typeof courtZone>) => {
  const hour = buildBooking({
    ...zone,
    startTime: '2027-01-16T17:00:00.000Z',
    endTime: '2027-01-16T18:00:00.000Z',
  });
  const { container } = render(<CourtTime hour={hour} />);
  return container.querySelector('time')!.textContent!.replace(/\s/g, ' ');
};

it('shows the hour that the server sends, whatever zone data the browser has', () => {
  // Like Vancouver after it stopped changing its clocks, in a browser with older data.
  expect(timeOf(courtZone('America/Los_Angeles', '-07:00'))).toBe(
    'Saturday, January 16, 2027, 10:00 – 11:00 AM GMT-7',
  );
  cleanup();
  expect(timeOf(courtZone('America/New_Zone', '+05:45'))).toBe(
    'Saturday, January 16, 2027, 10:45 – 11:45 PM GMT+5:45',
  );
});

it("shows the hour in the court's zone if an older server sends no offsets", () =>
  expect(timeOf(courtZone('America/Los_Angeles'))).toBe(
    'Saturday, January 16, 2027, 9:00 – 10:00 AM PST',
  ));
