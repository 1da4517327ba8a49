import { describe, expect, it } from '@jest/globals';
import { streetOf } from './street.js';

describe('what everybody sees of an address', () => {
  it.each([
    ['8412 E Horseshoe Ln', 'E Horseshoe Ln'],
    ['471 S Roxbury Dr, Unit 2, Beverly Hills, CA 90212', 'S Roxbury Dr'],
    ['471 S Roxbury Dr Apt 2B', 'S Roxbury Dr'],
    ['Unit 2, 471 S Roxbury Dr', 'S Roxbury Dr'],
    ['#12, 500 Oak Avenue', 'Oak Avenue'],
    ['500 Oak Avenue #12', 'Oak Avenue'],
    ['500 Oak Avenue Suite C-200, Austin', 'Oak Avenue'],
    ['12-14 Ocean Blvd', 'Ocean Blvd'],
    ['12 & 14 Ocean Blvd', 'Ocean Blvd'],
    ['12 1/2 Ocean Blvd', 'Ocean Blvd'],
    ['123B Ocean Blvd', 'Ocean Blvd'],
    ['N123 W4567 Lannon Rd', 'Lannon Rd'],
    ['1200 5th Ave', '5th Ave'],
    ['5th Avenue', '5th Avenue'],
    ['One Mission Way', 'Mission Way'],
    ['100 W 42nd Street, New York', 'W 42nd Street'],
    ['4500 N Highway 89', 'N Highway 89'],
    ['Casa Bonita, 77 Camelback Road, Paradise Valley', 'Camelback Road'],
    ['The Gate House\n77 Camelback Road', 'Camelback Road'],
    ['Main Street 12, Springfield', 'Main Street'],
    ['Desert View Drive, Paradise Valley, AZ 85253-1234', 'Desert View Drive'],
    ['77 Camelback Road Paradise Valley AZ 85253-1234', 'Camelback Road Paradise Valley AZ'],
    ['Casa Bonita, Paradise Valley', ''],
    ['12345', ''],
    ['', ''],
  ])('of "%s" is "%s"', (address, street) => expect(streetOf(address)).toBe(street));

  it('is found at once in the longest address', () => {
    const started = performance.now();
    for (const text of ['1 '.repeat(80), 'a1'.repeat(80), `${' 1a'.repeat(50)},`, '#'.repeat(160)]) streetOf(text);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
