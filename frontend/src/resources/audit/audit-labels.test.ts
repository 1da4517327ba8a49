import { describe, expect, it } from '@jest/globals';
import {
  actorLabel,
  endOfSecond,
  fieldLabel,
  toDateTimeLocal,
  parseDateTimeLocal,
  parseAuditKind,
  toWords,
} from './audit-labels';

describe('audit labels', () => {
  it('turn event and field names into words', () => {
    expect(['MatchDisputed', 'startTime', 'note', ''].map(toWords)).toEqual([
      'Match disputed',
      'Start time',
      'Note',
      '',
    ]);
    expect(fieldLabel('players.0.playerId')).toBe('Players, 1, Player id');
  });

  it('add the role of hosts and admins to the name', () => {
    const labelOf = (role: string) => actorLabel({ id: 'a', role, name: 'Avery Net' });
    expect(['player', 'admin', 'courtly'].map(labelOf)).toEqual([
      'Avery Net',
      'Avery Net, admin',
      'Avery Net',
    ]);
  });

  it('fall back to bookings for unknown timeline kinds', () =>
    expect(['match', 'calendar', null].map(parseAuditKind)).toEqual([
      'match',
      'booking',
      'booking',
    ]));
});

describe('a datetime-local field', () => {
  it.each(['2027-03-13T18:00:05.000Z', '2027-11-07T23:59:59.000Z'])(
    'keeps %s to the second',
    (instant) => expect(parseDateTimeLocal(toDateTimeLocal(instant))).toBe(instant),
  );

  it('drops milliseconds and can resolve to the end of the second', () => {
    const field = toDateTimeLocal('2027-03-13T18:00:05.678Z');
    expect([parseDateTimeLocal(field), endOfSecond(field)]).toEqual([
      '2027-03-13T18:00:05.000Z',
      '2027-03-13T18:00:05.999Z',
    ]);
  });

  it('accepts an empty value', () =>
    expect([
      toDateTimeLocal(null),
      toDateTimeLocal('nonsense'),
      parseDateTimeLocal(''),
      endOfSecond(''),
    ]).toEqual(['', '', '', '']));
});
