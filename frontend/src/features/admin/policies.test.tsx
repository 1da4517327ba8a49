import { afterEach, describe, expect, it } from '@jest/globals';
import type { PolicyDraft, PolicyField, PolicyVersion } from '@courtly/contracts/policies';
import type { FlaggedPlayer } from '@courtly/contracts/rankings';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { receiptLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AdminRoutes } from './admin-routes';

afterEach(cleanup);

const adminHandlers = { 'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }] as const };
const renderAdmin = (address: string) =>
  renderAt(
    address,
    <Routes>
      <Route path="/admin/*" element={<AdminRoutes />} />
    </Routes>,
  );
const springPolicy: PolicyVersion = {
  policyId: 'spring',
  effectiveAt: '2027-03-01T07:00:00.000Z',
  changedBy: null,
  reason: null,
  status: 'replaced',
  publishedBy: null,
  confirmedBy: null,
  withdrawal: null,
  isRunHere: false,
  changes: null,
  values: { feeShare: 1000, eliteFeeShare: 500, openBookings: 3 },
};
const summerPolicy: PolicyVersion = {
  policyId: 'summer',
  effectiveAt: '2027-06-01T07:00:00.000Z',
  changedBy: 'the board',
  reason: 'Summer prices.',
  status: 'inForce',
  publishedBy: null,
  confirmedBy: null,
  withdrawal: null,
  isRunHere: true,
  values: {
    feeShare: 950,
    eliteFeeShare: 500,
    headStartMinutes: 4320,
    freeCancelMinutes: 1440,
    horizonDays: 14,
    openBookings: null,
    paymentRequired: true,
    payMinutes: 15,
    'elite.foundingCents': 19900,
    'cities.Palm Beach.tax.name': 'Sales tax',
    'cities.Palm Beach.tax.rate': 825,
    'cities.Palm Beach.tax.included': false,
    'cities.Palm Beach.allInPrices': true,
    'cities.Austin.tax': null,
    tieBreaks: 7,
  },
  changes: [
    { name: 'feeShare', before: 1000, after: 950 },
    { name: 'openBookings', before: 3, after: null },
    { name: 'tieBreaks', after: 7 },
  ],
};
/** The text of a value, and the text of a row in the table of changes. */
const shownValue = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling!.textContent;
const changedCells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the policies page', () => {
  it('shows current values in plain words and marks our assumptions', async () => {
    mockApi({
      ...adminHandlers,
      'GET /api/admin/policies': () => [200, [summerPolicy, springPolicy]],
    });
    renderAdmin('/admin/policies');
    expect(await screen.findByRole('heading', { name: 'Current policy: summer' })).toBeTruthy();
    expect(screen.queryByRole('note')).toBeNull();
    expect(shownValue('Elite member fee (share of the hourly rate)')).toBe('5%Our assumption');
    // The club has changed it, so it is no longer our assumption.
    expect(shownValue('Player fee (share of the hourly rate)')).toBe('9.5%');
    expect(shownValue('Palm Beach: tax name')).toBe('Sales tax');
    expect(shownValue('Palm Beach: tax rate')).toBe('8.25%');
    expect(shownValue('Palm Beach: tax included in the price')).toBe('No');
    expect(shownValue('Palm Beach: full price in lists')).toBe('Yes');
    expect(shownValue('Austin: tax')).toBe('None');
    expect(shownValue('Head start for Elite members')).toBe('72 hours');
    expect(shownValue('Free cancellation before the start')).toBe('24 hours');
    expect(shownValue('Booking window (court default)')).toBe('14 daysOur assumption');
    expect(shownValue('Hold for an unpaid request')).toBe('15 minutesOur assumption');
    expect(shownValue('Open bookings per player')).toBe('No limit');
    expect(shownValue('Card payment required')).toBe('Yes');
    expect(shownValue('Founding membership per year')).toBe('$199');
    expect(shownValue('tieBreaks')).toBe('7');
  });

  it('shows who changed what and why, with the values before and after', async () => {
    mockApi({
      ...adminHandlers,
      'GET /api/admin/policies': () => [200, [summerPolicy, springPolicy]],
    });
    renderAdmin('/admin/policies');
    const versionList = await screen.findByRole('list', { name: 'Versions' });
    const [latestVersion, firstVersion] = within(versionList).getAllByRole('listitem');
    expect(latestVersion!.textContent).toContain('by the board');
    expect(latestVersion!.textContent).toContain('“Summer prices.”');
    expect(changedCells(/^Player fee/)).toEqual(['10%', '9.5%']);
    expect(changedCells(/^Open bookings per player/)).toEqual(['3', 'No limit']);
    expect(changedCells(/^tieBreaks/)).toEqual(['Not set', '7']);
    expect(within(firstVersion!).getByText('First version on record.')).toBeTruthy();
    const auditLink = screen.getByRole('link', { name: 'View policies in the audit log' });
    expect(auditLink.getAttribute('href')).toBe('/admin/audit?tab=timeline&kind=policy&id=club');
  });

  it('warns when the server uses a different policy', async () => {
    mockApi({
      ...adminHandlers,
      'GET /api/admin/policies': () => [200, [{ ...summerPolicy, isRunHere: false }]],
    });
    renderAdmin('/admin/policies');
    expect((await screen.findByRole('note')).textContent).toContain("hasn't read this policy yet");
  });

  it('shows an empty state without policies', async () => {
    mockApi({ ...adminHandlers, 'GET /api/admin/policies': () => [200, []] });
    renderAdmin('/admin/policies');
    expect(await screen.findByText('No policy yet')).toBeTruthy();
  });
});

describe('a draft of the policy', () => {
  const numberField = (name: string, changes: Partial<PolicyField> = {}): PolicyField => ({
    name,
    kind: 'number',
    isNullable: false,
    min: 0,
    max: null,
    choices: [],
    description: null,
    ...changes,
  });
  const draft: PolicyDraft = {
    replaces: 'summer',
    values: {
      feeShare: 950,
      freeCancelMinutes: 1440,
      openBookings: 3,
      paymentRequired: true,
      'elite.foundingCents': 19_900,
      'cities.Austin.tax': null,
      'cities.Austin.allInPrices': false,
    },
    scheduled: null,
    needsSecondAdmin: true,
    leadMinutes: 1,
    fields: [
      numberField('feeShare'),
      numberField('freeCancelMinutes'),
      numberField('openBookings', { isNullable: true }),
      numberField('paymentRequired', { kind: 'boolean' }),
      numberField('elite.foundingCents'),
    ],
    cityFields: [
      numberField('allInPrices', { kind: 'boolean' }),
      numberField('tax.name', { kind: 'text' }),
      numberField('tax.rate'),
      numberField('tax.included', { kind: 'boolean' }),
    ],
  };
  const handlers = {
    ...adminHandlers,
    'GET /api/admin/policies': () => [200, [summerPolicy, springPolicy]] as const,
    'GET /api/admin/policy-draft': () => [200, draft] as const,
  };
  const enter = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    if (text !== '') await userEvent.type(field, text);
  };

  it('shows the difference, and asks another admin to confirm it', async () => {
    const apiCalls = mockApi({
      ...handlers,
      'POST /api/admin/policies': () => [202, { confirmationId: 'c1', expiresAt: '2027-06-04' }],
    });
    renderAdmin('/admin/policies');
    await userEvent.click(await screen.findByRole('button', { name: 'Change Policy' }));
    const request = await screen.findByRole('button', { name: 'Request Confirmation' });
    expect(request.hasAttribute('disabled')).toBe(true);
    await enter('Player fee (share of the hourly rate) (%)', '12.5');
    await enter('Open bookings per player', '');
    await enter('Founding membership per year ($)', '249');
    await userEvent.click(screen.getByLabelText('Card payment required'));
    await userEvent.click(screen.getByLabelText('Tax on bookings'));
    await enter('Austin: tax name', 'Sales tax');
    await enter('Austin: tax rate (%)', '8.25');
    const table = within(screen.getByRole('table', { name: 'Changes in this draft' }));
    const cellsOf = (name: RegExp) =>
      within(table.getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cellsOf(/^Player fee/)).toEqual(['9.5%', '12.5%']);
    expect(cellsOf(/^Open bookings/)).toEqual(['3', 'No limit']);
    expect(cellsOf(/^Founding/)).toEqual(['$199', '$249']);
    expect(cellsOf(/^Card payment/)).toEqual(['Yes', 'No']);
    expect(cellsOf(/^Austin: tax rate/)).toEqual(['Not set', '8.25%']);
    await userEvent.click(screen.getByRole('radio', { name: 'Later' }));
    fireEvent.change(screen.getByLabelText('Date and time (UTC)'), {
      target: { value: '2027-07-01T07:00' },
    });
    expect(screen.getByText('Takes effect on July 1, 2027 at 7:00 AM UTC.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Reason'), 'Autumn prices.');
    await userEvent.click(request);
    await waitFor(() =>
      expect(apiCalls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
        replaces: 'summer',
        values: {
          feeShare: 1250,
          freeCancelMinutes: 1440,
          openBookings: null,
          paymentRequired: false,
          'elite.foundingCents': 24_900,
          'cities.Austin.allInPrices': false,
          'cities.Austin.tax.name': 'Sales tax',
          'cities.Austin.tax.rate': 825,
          'cities.Austin.tax.included': false,
        },
        effectiveAt: '2027-07-01T07:00:00.000Z',
        reason: 'Autumn prices.',
      }),
    );
    expect(await screen.findByRole('button', { name: 'Change Policy' })).toBeTruthy();
  });

  it('shows a value that the server refuses at its field', async () => {
    mockApi({
      ...handlers,
      'POST /api/admin/policies': () => [
        400,
        {
          code: 'invalid_request',
          message: 'Use at most 10000',
          details: { fields: [{ field: 'values.feeShare', message: 'Use at most 10000' }] },
        },
      ],
    });
    renderAdmin('/admin/policies?draft=new');
    await enter('Player fee (share of the hourly rate) (%)', '120');
    await userEvent.type(screen.getByLabelText('Reason'), 'More money.');
    await userEvent.click(screen.getByRole('button', { name: 'Request Confirmation' }));
    const field = screen.getByLabelText('Player fee (share of the hourly rate) (%)');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field);
    expect(screen.getByText(/Correct the marked fields first/)).toBeTruthy();
    expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('false');
  });

  it('shows empty and non-numeric values as they are', async () => {
    mockApi(handlers);
    renderAdmin('/admin/policies?draft=new');
    await enter('Player fee (share of the hourly rate) (%)', 'ten');
    expect(screen.getByText('Enter a number')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Tax on bookings'));
    const table = screen.getByRole('table', { name: 'Changes in this draft' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        'Player fee (share of the hourly rate)9.5%ten',
        'Austin: tax nameNot setNot set',
        'Austin: tax rateNot setNot set',
      ]),
    );
  });

  it('keeps what was entered, but cannot be sent once another version is published', async () => {
    let latest = draft;
    mockApi({
      ...handlers,
      'GET /api/admin/policy-draft': () => [200, latest],
      'POST /api/admin/policies': () => [
        409,
        { code: 'policy_changed', message: 'The policy autumn was published.' },
      ],
    });
    renderAdmin('/admin/policies?draft=new');
    await enter('Player fee (share of the hourly rate) (%)', '12');
    await userEvent.type(screen.getByLabelText('Reason'), 'More money.');
    latest = { ...draft, replaces: 'autumn' };
    await userEvent.click(screen.getByRole('button', { name: 'Request Confirmation' }));
    expect((await screen.findByRole('note')).textContent).toContain(
      'The policy autumn was published in the meantime',
    );
    expect(screen.getByLabelText('Player fee (share of the hourly rate) (%)')).toHaveProperty(
      'value',
      '12',
    );
    const request = screen.getByRole('button', { name: 'Request Confirmation' });
    expect(request.hasAttribute('disabled')).toBe(true);
  });

  it('cannot be started while a version is scheduled, which can be withdrawn', async () => {
    const scheduled = { policyId: '2027-06-10', effectiveAt: '2027-07-01T07:00:00.000Z' };
    const apiCalls = mockApi({
      ...handlers,
      'GET /api/admin/policies': () => [
        200,
        [{ ...summerPolicy, ...scheduled, status: 'scheduled' }, summerPolicy],
      ],
      'GET /api/admin/policy-draft': () => [200, { ...draft, scheduled }],
      'POST /api/admin/policies/2027-06-10/withdrawals': () => [200, { policyId: '2027-06-10' }],
    });
    renderAdmin('/admin/policies?draft=new');
    expect((await screen.findByRole('note')).textContent).toContain(
      'The policy 2027-06-10 takes effect on July 1, 2027 at 7:00 AM UTC.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'A mistake.');
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() =>
      expect(apiCalls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
        reason: 'A mistake.',
      }),
    );
  });
});

describe('the rating flags page', () => {
  const flaggedEve: FlaggedPlayer = {
    id: 'u2',
    sport: 'tennis',
    name: 'Eve Net',
    matches: 20,
    isHidden: false,
    flags: [
      { kind: 'closed_pair', other: { id: 'u3', name: 'Ben Lob' }, share: 0.85 },
      { kind: 'losing_run', other: null, share: 0.4 },
      { kind: 'one_sided_reports', other: null, share: 0.95 },
    ],
  };
  const flaggedNova: FlaggedPlayer = {
    id: 'u4',
    sport: 'pickleball',
    name: 'Nova Ace',
    matches: 6,
    isHidden: false,
    flags: [{ kind: 'new_and_strong', other: null, share: 0.8 }],
  };
  const flaggedIvo: FlaggedPlayer = {
    id: 'u5',
    sport: 'tennis',
    name: 'Ivo Volley',
    matches: 100,
    isHidden: false,
    flags: [{ kind: 'losing_run', other: null, share: 0.08 }],
  };

  it('hides a player from rankings with a reason', async () => {
    const apiCalls = mockApi({
      ...adminHandlers,
      'GET /api/admin/rating-flags': () => [200, [flaggedNova]],
      'POST /api/admin/players/u4/ranking-visibility': () => [200, { isHidden: true }],
    });
    renderAdmin('/admin/rating-flags');
    await userEvent.click(await screen.findByRole('button', { name: 'Hide from Rankings' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Two accounts of one person.');
    await userEvent.click(dialog.getByRole('button', { name: 'Hide from Rankings' }));
    await waitFor(() =>
      expect(apiCalls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
        isHidden: true,
        reason: 'Two accounts of one person.',
      }),
    );
  });

  it('voids a match of a flagged player with a reason', async () => {
    const apiCalls = mockApi({
      ...adminHandlers,
      'GET /api/admin/rating-flags': () => [200, [flaggedNova]],
      'GET /api/admin/rating-flags/u4/matches': () => [200, [receiptLike({ sport: 'pickleball' })]],
      'POST /api/admin/matches/b1_u2/void': () => [200, { id: 'b1_u2' }],
    });
    renderAdmin('/admin/rating-flags');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Matches of Nova Ace in pickleball' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Void the match Won 6–4/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void this match?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Void Match' }));
    expect(dialog.getByText('Say why, in a few words')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'The hour was never played.');
    await userEvent.click(dialog.getByRole('button', { name: 'Void Match' }));
    await waitFor(() =>
      expect(apiCalls.find(({ name }) => name.startsWith('POST'))).toMatchObject({
        name: 'POST /api/admin/matches/b1_u2/void',
        body: { reason: 'The hour was never played.' },
      }),
    );
    expect(apiCalls.map(({ url }) => url)).toContain(
      '/api/admin/rating-flags/u4/matches?sport=pickleball',
    );
  });

  it('explains each flag, says that it has no effect, and links to the players and the audit log', async () => {
    mockApi({
      ...adminHandlers,
      'GET /api/admin/rating-flags': () => [200, [flaggedEve, flaggedNova, flaggedIvo]],
    });
    renderAdmin('/admin/rating-flags');
    const flagList = await screen.findByRole('list', { name: 'Rating flags' });
    const flagTexts = within(flagList)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replace(/Dismiss$/, ''));
    expect(flagTexts).toEqual(
      expect.arrayContaining([
        'Closed pair. Met Ben Lob in 17 of 20 rated matches.',
        'Losing streak. Lost 8 in a row out of 20 rated matches.',
        'One-sided reports. Won 95% of the matches they logged and lost most of the matches others logged.',
        'New and strong. Won 80% of the games in only 6 rated matches.',
        'Losing streak. Lost about 8 in a row out of 100 rated matches.',
      ]),
    );
    expect([screen.getAllByText('Tennis'), screen.getAllByText('Pickleball')]).toMatchObject([
      { length: 2 },
      { length: 1 },
    ]);
    expect(screen.getByText(/A flag doesn't change a rating or rank/)).toBeTruthy();
    const linkTarget = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([
      linkTarget('Eve Net'),
      linkTarget('Ben Lob'),
      linkTarget('Eve Net in the audit log'),
    ]).toEqual([...['/players/u2', '/players/u3', '/admin/audit?person=u2']]);
    expect(screen.queryByRole('button', { name: /suspend|ban/i })).toBeNull();
  });

  it('shows an empty state without flags', async () => {
    mockApi({ ...adminHandlers, 'GET /api/admin/rating-flags': () => [200, []] });
    renderAdmin('/admin/rating-flags');
    expect(await screen.findByText('No flags')).toBeTruthy();
  });
});
