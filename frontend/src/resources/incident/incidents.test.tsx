import { afterEach, describe, expect, it } from '@jest/globals';
import type { BookingIncidents, Incident } from '@courtly/contracts/incidents';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildBooking } from '../../testing/booking';
import { renderAt } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { incidentTitle } from './incident-labels';
import { IncidentsDialog } from './incidents-dialog';

afterEach(cleanup);

const booking = buildBooking({ id: 'b1', status: 'completed' });
const report: Incident = {
  id: 'b1.no_show',
  bookingId: 'b1',
  kind: 'no_show',
  status: 'open',
  side: 'host',
  words: 'I waited for an hour.',
  amount: null,
  weather: null,
  reading: null,
  answer: null,
  decision: null,
  reportedAt: '2027-03-13T20:00:00.000Z',
  answerBy: '2027-03-15T20:00:00.000Z',
  owner: 'player',
  dueAt: '2027-03-15T20:00:00.000Z',
  moveBy: null,
  hasMoved: false,
  mayAnswer: true,
  mayMove: false,
};
const freeSlots = [
  {
    start: '2099-03-13T20:00:00.000Z',
    end: '2099-03-13T21:00:00.000Z',
    time: '01:00 PM',
    zone: 'America/Phoenix',
    offset: '-07:00',
    opensForYouAt: null,
  },
];
const upheldWeather: Incident = {
  ...report,
  kind: 'weather',
  status: 'upheld',
  weather: 'rain',
  owner: null,
  dueAt: null,
  mayAnswer: false,
  decision: { by: 'agreement', reason: null, at: '2027-03-13T17:00:00.000Z' },
  moveBy: '2027-03-13T18:30:00.000Z',
  mayMove: true,
};
const nothing: BookingIncidents = { incidents: [], canReport: [], answerHours: 48 };
const show = (response: BookingIncidents) => {
  const calls = mockApi({
    'GET /api/courts/c1/availability/2099-03-13': () => [200, freeSlots],
    'POST /api/bookings/b1/move': () => [200, report],
    'POST /api/bookings/b1/move/decline': () => [200, report],
    'GET /api/bookings/b1/incidents': () => [200, response],
    'POST /api/bookings/b1/incidents': () => [201, report],
    'POST /api/bookings/b1/incidents/no_show/answer': () => [200, report],
  });
  renderAt('/bookings', <IncidentsDialog booking={booking} onClose={() => undefined} />);
  return calls;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the dialog for problems with a booking', () => {
  it('says when something can be reported', async () => {
    show(nothing);
    expect(await screen.findByText(/There is nothing to report now/)).toBeTruthy();
  });

  it('asks for the amount of the damage, and sends it', async () => {
    const until = '2027-03-15T19:00:00.000Z';
    const calls = show({
      ...nothing,
      canReport: [
        { kind: 'no_show', until },
        { kind: 'damage', until },
      ],
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Damage claim' }));
    await press('Send Report');
    expect(await screen.findByText('Enter an amount such as 120.00')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Amount in $'), '1,120.50');
    await userEvent.type(screen.getByLabelText('Details'), 'The net is torn.');
    await press('Send Report');
    await waitFor(() =>
      expect(calls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
        kind: 'damage',
        words: 'The net is torn.',
        amount: '1120.50',
      }),
    );
  });

  it('preselects no response', async () => {
    const until = '2027-03-13T19:00:00.000Z';
    const calls = show({
      ...nothing,
      canReport: [
        { kind: 'no_show', until },
        { kind: 'weather', until },
      ],
    });
    expect(
      (await screen.findAllByRole('radio')).filter((radio) => 'checked' in radio && radio.checked),
    ).toEqual([]);
    await userEvent.type(screen.getByLabelText('Details'), 'It pours.');
    await press('Send Report');
    expect(await screen.findByText('Choose what happened')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: incidentTitle('weather') }));
    await press('Send Report');
    expect(await screen.findAllByText('Choose the weather')).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText('Weather'), 'rain');
    await press('Send Report');
    await waitFor(() =>
      expect(calls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
        kind: 'weather',
        words: 'It pours.',
        weather: 'rain',
      }),
    );
  });

  it('lets the other side dispute a report', async () => {
    const calls = show({ ...nothing, incidents: [report] });
    expect(await screen.findByText(/^Waiting for the player until \w{3}, .* MST\.$/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Your response (optional)'), 'I was there.');
    await press('Dispute');
    await waitFor(() =>
      expect(calls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
        agrees: false,
        words: 'I was there.',
      }),
    );
  });

  it('says that a report was deleted with the account of its author', async () => {
    show({ ...nothing, incidents: [{ ...report, words: '' }] });
    expect(await screen.findByText("Host: deleted with the author's account.")).toBeTruthy();
    expect(screen.queryByText(/“”/)).toBeNull();
  });

  it('lets the player move an hour with an upheld weather claim', async () => {
    const calls = show({ ...nothing, incidents: [upheldWeather] });
    expect(
      await screen.findByText(/The player can move the hour until \w{3}, .* 11:30 AM MST/),
    ).toBeTruthy();
    await screen.findByRole('radio', { name: '1:00 PM' });
    await press('Move the Hour');
    expect(await screen.findByText('Choose an hour')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: '1:00 PM' }));
    await press('Move the Hour');
    await waitFor(() =>
      expect(calls.find(({ name }) => name.startsWith('POST'))).toMatchObject({
        name: 'POST /api/bookings/b1/move',
        body: { startTime: freeSlots[0]!.start },
      }),
    );
  });

  it('lets the player take the refund instead of another hour', async () => {
    const calls = show({ ...nothing, incidents: [upheldWeather] });
    await userEvent.click(await screen.findByRole('button', { name: 'Get the Refund' }));
    await waitFor(() =>
      expect(calls.map(({ name }) => name)).toContain('POST /api/bookings/b1/move/decline'),
    );
  });

  it('says that the hour has moved', async () => {
    show({
      ...nothing,
      incidents: [{ ...upheldWeather, moveBy: null, mayMove: false, hasMoved: true }],
    });
    expect(await screen.findByText(/Both sides agreed. The player moved the hour.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move the Hour' })).toBeNull();
  });

  it('shows the decision and its reason', async () => {
    const decision = { by: 'admin', reason: 'The camera shows it.', at: report.answerBy } as const;
    show({
      ...nothing,
      incidents: [
        { ...report, status: 'upheld', owner: null, dueAt: null, mayAnswer: false, decision },
      ],
    });
    expect(await screen.findByText('Upheld. Courtly decided.')).toBeTruthy();
    expect(screen.getByText('“The camera shows it.”')).toBeTruthy();
  });
});
