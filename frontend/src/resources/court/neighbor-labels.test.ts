import { describe, expect, it } from '@jest/globals';
import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import { neighborLines } from './neighbor-labels';

describe('the rules for the neighbors', () => {
  it('say only how many can play if the host set nothing else', () =>
    expect(neighborLines({ sports: ['tennis'], neighborRules: standardNeighborRules })).toEqual([
      'Up to 4 players',
    ]));

  it('list each rule of the sports that the court offers', () => {
    const neighborRules = {
      quietHours: {
        tennis: { from: '21:00', to: '08:00' },
        pickleball: { from: '12:00', to: '00:00' },
      },
      lightsOff: '22:00',
      maxPlayers: 2,
      maxCars: 2,
      noEvents: true,
    };
    expect(neighborLines({ sports: ['pickleball'], neighborRules })).toEqual([
      'No pickleball from 12 PM to 12 AM',
      'Lights off at 10 PM',
      'Up to 2 players',
      'Up to 2 cars per booking',
      'No parties or events',
    ]);
    expect(neighborLines({ sports: ['tennis', 'pickleball'], neighborRules })[0]).toBe(
      'No tennis from 9 PM to 8 AM',
    );
  });

  it.each([
    [0, 'No parking: come on foot, by bike, or get dropped off'],
    [1, 'One car per booking'],
  ])('describe %s cars', (maxCars, line) =>
    expect(
      neighborLines({ sports: ['tennis'], neighborRules: { ...standardNeighborRules, maxCars } }),
    ).toContain(line),
  );
});
