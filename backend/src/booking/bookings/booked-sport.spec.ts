import { describe, expect, it } from '@jest/globals';
import type { Sport } from '@courtly/contracts/sport';
import { sportOfBooking, sportOfRequest } from './booked-sport.js';

const both: { sports: Sport[] } = { sports: ['pickleball', 'tennis'] };
const onlyPickleball: { sports: Sport[] } = { sports: ['pickleball'] };

describe('the sport of a request', () => {
  it("is the court's only sport", () =>
    expect(sportOfRequest(undefined, onlyPickleball)).toBe('pickleball'));

  it("is the player's choice", () => {
    expect(sportOfRequest('tennis', both)).toBe('tennis');
    expect(sportOfRequest('pickleball', both)).toBe('pickleball');
    expect(sportOfRequest('pickleball', onlyPickleball)).toBe('pickleball');
  });

  it.each([
    ['without a choice', undefined, both, 'Choose a sport'],
    ['for a sport that the court lacks', 'tennis', onlyPickleball, "doesn't offer tennis"],
  ] as const)('is refused %s', (_, chosenSport, court, message) =>
    expect(() => sportOfRequest(chosenSport, court)).toThrow(message),
  );
});

describe('the sport of a booking', () => {
  it('is the recorded sport, even if the court has changed since', () =>
    expect(sportOfBooking({ sport: 'tennis' }, onlyPickleball)).toBe('tennis'));

  it('is derived from the court if an earlier release recorded none', () => {
    expect(sportOfBooking({ sport: null }, onlyPickleball)).toBe('pickleball');
    expect(sportOfBooking({ sport: null }, both)).toBe('tennis');
  });
});
