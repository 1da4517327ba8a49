import type { HistoryEntry } from '@courtly/contracts/bookings';
import { expect, it } from '@jest/globals';
import { cancellationLabel, historyEntryLabel } from './booking-labels';

it('says "you" when the viewer canceled the booking', () => {
  expect(cancellationLabel('player_cancelled', 'player')).toBe('Canceled by you');
  expect(cancellationLabel('player_cancelled', 'host')).toBe('Canceled by the player');
  expect(cancellationLabel('host_declined', 'host')).toBe('Declined by you');
  expect(cancellationLabel('host_cancelled', 'player')).toBe('Canceled by the host');
  expect(cancellationLabel('hours_closed', 'host')).toBe('The host closed these hours');
});

it('shows the cause of a history entry unless its title states it', () => {
  const entry = (changes: Partial<HistoryEntry>): HistoryEntry => ({
    id: 'e1',
    what: 'BookingCancelled',
    at: '2027-03-01T00:00:00.000Z',
    who: 'host',
    why: null,
    details: {},
    ...changes,
  });
  expect(historyEntryLabel(entry({ why: 'host_declined' }))).toEqual({
    title: 'Declined by the host',
    lines: [],
  });
  const declined = entry({
    why: 'host_declined',
    details: { declineReason: 'weather', note: 'Storm' },
  });
  expect(historyEntryLabel(declined).lines).toEqual(["The weather doesn't allow play", '“Storm”']);
  expect(
    historyEntryLabel(
      entry({ who: 'you', why: 'player_cancelled', details: { refundAmount: '99.00' } }),
    ),
  ).toEqual({
    title: 'Canceled by you',
    lines: ['Agreed refund $99.00'],
  });
  expect(historyEntryLabel(entry({ who: 'courtly', why: 'host_did_not_answer' }))).toEqual({
    title: 'Canceled by Courtly',
    lines: ["The host didn't respond in time"],
  });
  expect(historyEntryLabel(entry({ what: 'BookingPaymentAuthorised', who: 'courtly' })).title).toBe(
    'Card authorized by Courtly',
  );
  expect(historyEntryLabel(entry({ who: 'courtly', why: 'not_paid' })).lines).toEqual([
    'Not paid in time',
  ]);
});
