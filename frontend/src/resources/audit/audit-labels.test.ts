import { describe, expect, it } from '@jest/globals';
import {
  actorLabel,
  endOfSecond,
  fieldLabel,
  fieldOf,
  instantOf,
  kindIn,
  words,
} from './audit-labels';

describe('how the audit calls things', () => {
  it('reads names of events and fields as words', () => {
    expect(['MatchDisputed', 'startTime', 'note', ''].map(words)).toEqual([
      'Match disputed',
      'Start time',
      'Note',
      '',
    ]);
    expect(fieldLabel('players.0.playerId')).toBe('Players, 1, Player id');
  });

  it('says a role where it tells more than the name', () => {
    const who = (role: string) => actorLabel({ id: 'a', role, name: 'Avery Net' });
    expect(['player', 'admin', 'courtly'].map(who)).toEqual([
      'Avery Net',
      'Avery Net, admin',
      'Avery Net',
    ]);
  });

  it('knows the kinds that have a timeline', () =>
    expect(['match', 'calendar', null].map(kindIn)).toEqual(['match', 'booking', 'booking']));
});

describe('a field for date and time', () => {
  it.each(['2027-03-13T18:00:05.000Z', '2027-11-07T23:59:59.000Z'])(
    'keeps %s to the second',
    (instant) => expect(instantOf(fieldOf(instant))).toBe(instant),
  );

  it('leaves the parts of a second out, and means the end of it where all that happened in it counts', () => {
    const field = fieldOf('2027-03-13T18:00:05.678Z');
    expect([instantOf(field), endOfSecond(field)]).toEqual([
      '2027-03-13T18:00:05.000Z',
      '2027-03-13T18:00:05.999Z',
    ]);
  });

  it('may be empty', () =>
    expect([fieldOf(null), fieldOf('nonsense'), instantOf(''), endOfSecond('')]).toEqual([
      '',
      '',
      '',
      '',
    ]));
});
