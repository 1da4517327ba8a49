import { afterEach, describe, expect, it } from '@jest/globals';
import type {
  ForecastErrors,
  RatingFormulas,
  RatingReplay,
  ReplayedPlayer,
  ReplayedProfile,
} from '@courtly/contracts/rating-replays';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parseParameters } from '../../resources/admin/replay-labels';
import { ratingLike, receiptLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { ReplayPage } from './replay-page';

afterEach(cleanup);

const glickoFormula = {
  formula: 'games-share-glicko',
  parameters: {},
  formulaId: 'games-share-glicko-1',
};
const eloFormula = { formula: 'elo', parameters: { most: 200 }, formulaId: 'elo-1(most=200)' };
const ratingFormulas: RatingFormulas = {
  formulas: [
    {
      formula: 'games-share-glicko',
      parameters: { gameWeight: 0.25 },
      fields: [
        {
          kind: 'number',
          name: 'gameWeight',
          label: 'Information in a game',
          unit: 'of an independent game',
          least: 0.001,
          most: 1,
        },
      ],
    },
    {
      formula: 'elo',
      parameters: { start: 1500, most: 250 },
      fields: [
        {
          kind: 'number',
          name: 'start',
          label: 'First rating',
          unit: 'Elo points',
          least: 0,
          most: 5000,
        },
        {
          kind: 'number',
          name: 'most',
          label: 'Largest change, before division',
          unit: 'Elo points',
          least: 1,
          most: 2000,
        },
      ],
    },
  ],
  inForce: glickoFormula,
  before: null,
  published: {
    formulaId: 'games-share-glicko-1',
    inputPosition: '7',
    publishedAt: '2027-03-14T08:00:00.000Z',
    matches: 1_234,
  },
};
const forecastErrors = (formula: string, logLoss: number): ForecastErrors => ({
  formula,
  matches: 100,
  accuracy: 0.613,
  logLoss,
  brier: 0.21,
  bins: Array.from({ length: 10 }, (_, bin) =>
    bin === 9
      ? { forecasts: 0, said: null, came: null }
      : { forecasts: 20, said: (bin + 0.5) / 10, came: bin / 10 },
  ),
});
const waitingReplay: RatingReplay = {
  id: 'r1',
  status: 'waiting',
  sport: 'tennis',
  replayed: eloFormula,
  compared: glickoFormula,
  asOf: '2027-03-14T08:00:00.000Z',
  requestedAt: '2027-03-14T08:00:00.000Z',
  endedAt: null,
  progress: null,
  result: null,
  isKept: false,
  playerId: null,
};
const worseEvidence = {
  verdict: 'worse' as const,
  sentence: 'Forecasts worse. Log loss +0.0014 per match on 1234 tennis matches.',
  matches: 1_234,
  pairings: 210,
  difference: 0.0014,
  interval: [0.0004, 0.0024] as [number, number],
};
const finishedReplay: RatingReplay = {
  ...waitingReplay,
  status: 'finished',
  endedAt: '2027-03-14T08:00:09.000Z',
  isKept: true,
  result: {
    inputPosition: '00000000000000000042',
    matches: 1_234,
    replayed: {
      formulaId: eloFormula.formulaId,
      hash: 'a1b2',
      errors: forecastErrors(eloFormula.formulaId, 0.5512),
    },
    compared: {
      formulaId: glickoFormula.formulaId,
      hash: 'c3d4',
      errors: forecastErrors(glickoFormula.formulaId, 0.5498),
    },
    evidence: worseEvidence,
    moved: { singles: { players: 40, moved: 38 }, doubles: { players: 0, moved: 0 } },
  },
};
const buildStanding = (figure: number, rank: number | null) => ({
  figure,
  rank,
  matches: 9,
  range: [figure - 1, figure + 1] as [number, number],
});
const replayedNadia: ReplayedPlayer = {
  id: 'u2',
  name: 'Nadia Ferro',
  compared: buildStanding(6.2, 3),
  replayed: buildStanding(5.8, 5),
  change: -0.4,
};
const formerPlayer: ReplayedPlayer = { ...replayedNadia, id: 'imported-7', name: null };

const replayedProfile: ReplayedProfile = {
  player: { id: 'u2', name: 'Nadia Ferro' },
  formulaId: eloFormula.formulaId,
  asOf: waitingReplay.asOf,
  sport: 'tennis',
  standings: [
    {
      discipline: 'singles',
      ...ratingLike(),
      rank: 3,
      wins: 9,
      losses: 4,
      draws: 1,
      onSurfaces: [
        { surface: 'clay', ...ratingLike({ figure: 6.5, matches: 2, provisional: true }) },
      ],
    },
  ],
  receipts: [
    {
      ...receiptLike(),
      matchId: 'b1_u2',
      playedAt: '2027-03-13T17:00:00.000Z',
      partner: null,
      opponents: [{ id: 'imported-7', name: null }],
    },
  ],
};

const renderReplay = (extraHandlers: Handlers = {}, address = '/admin/replay') => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/rating-formulas': () => [200, ratingFormulas],
    'GET /api/admin/rating-replays': () => [200, []],
    'GET /api/admin/rating-replays/r1/players': () => [200, [replayedNadia, formerPlayer]],
    ...extraHandlers,
  });
  renderAt(address, <ReplayPage />);
  return (name: string) => apiCalls.filter((call) => call.name === name).map(({ body }) => body);
};
const clickButton = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const findParameterField = () => screen.findByLabelText('Largest change, before division');

describe('formula parameters of a link', () => {
  it('can be separated by lines, commas, or spaces, and skip anything else', () => {
    expect(parseParameters('most=200, offset=4\nheld=true luck most=x')).toEqual({
      most: 200,
      offset: 4,
      held: true,
    });
    expect(parseParameters(' ')).toEqual({});
  });
});

describe('the replay page', () => {
  it('requests a replay with a changed parameter and shows its progress and results', async () => {
    let currentReplay: RatingReplay | null = null;
    const sentBodies = renderReplay({
      'GET /api/admin/rating-replays': () => [200, currentReplay ? [currentReplay] : []],
      'POST /api/admin/rating-replays': () => [201, (currentReplay = waitingReplay)],
    });
    expect(await screen.findByText('No replays yet')).toBeTruthy();
    expect(screen.getByText(/^All ratings use it: 1,234 matches/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Formula'), 'elo');
    expect(screen.getByText('From 0 to 5000 Elo points. Default: 1500.')).toBeTruthy();
    await userEvent.type(await findParameterField(), '200');
    expect(screen.getByText('Parameters, 1 changed')).toBeTruthy();
    await clickButton('Replay All Matches');
    expect(await screen.findByText('Waiting to start.')).toBeTruthy();
    expect(sentBodies('POST /api/admin/rating-replays')).toEqual([
      { sport: 'tennis', formula: 'elo', parameters: { most: 200 } },
    ]);
    currentReplay = { ...waitingReplay, status: 'running', progress: 0.42 };
    expect(await screen.findByText('Rating all matches: 42% done.')).toBeTruthy();
    currentReplay = finishedReplay;
    const errorTable = await screen.findByRole('table', { name: 'Forecast errors' });
    expect(
      within(errorTable).getByRole('row', { name: /elo-1\(most=200\).*0\.5512.*61\.3%/ }),
    ).toBeTruthy();
    expect(
      within(errorTable).getByRole('row', { name: /games-share-glicko-1.*0\.5498/ }),
    ).toBeTruthy();
    expect(screen.getByText('38 of 40 players move')).toBeTruthy();
    expect(screen.getByText('a1b2')).toBeTruthy();
    const binTable = screen.getByRole('table', { name: 'Calibration', hidden: true });
    expect(within(binTable).getAllByRole('row', { hidden: true })).toHaveLength(11);
    const legendItems = await screen.findByRole('list', { name: 'Legend' });
    expect(within(legendItems).getAllByRole('listitem')).toHaveLength(2);
    const moverRow = await screen.findByRole('row', { name: /Nadia Ferro/ });
    expect(moverRow.textContent).toContain('-0.40');
    expect(moverRow.textContent).toContain('3 → 5');
    expect(screen.getByRole('row', { name: /imported-7/ })).toBeTruthy();
  });

  it('shows the ranking as of the time of the replay', async () => {
    const requestedLists: string[] = [];
    renderReplay({
      'GET /api/admin/rating-replays': () => [200, [finishedReplay]],
      'GET /api/admin/rating-replays/r1/players': ({ query }) => {
        requestedLists.push(`${query.get('order')} ${query.get('discipline')}`);
        return [200, [replayedNadia]];
      },
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Ranking' }));
    expect(await screen.findByRole('row', { name: /Nadia Ferro.*5\.80/ })).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Discipline'), 'Doubles');
    await waitFor(() =>
      expect(requestedLists).toEqual(['change singles', 'rank singles', 'rank doubles']),
    );
  });

  it.each([
    [0.7768, 0.7038, 'Both formulas forecast worse than a coin flip on these matches.'],
    [0.7768, 0.55, 'elo-1(most=200) forecasts worse than a coin flip on these matches.'],
    [0.55, 0.5498, null],
    [0.6931, 0.6931, null],
  ])('compares the log losses %f and %f with a coin flip', async (replayed, compared, text) => {
    const result = finishedReplay.result!;
    const withLoss = <T extends typeof result.replayed>(outcome: T, logLoss: number): T => ({
      ...outcome,
      errors: forecastErrors(outcome.formulaId, logLoss),
    });
    const worse = {
      ...result,
      replayed: withLoss(result.replayed, replayed),
      compared: withLoss(result.compared, compared),
    };
    renderReplay({
      'GET /api/admin/rating-replays': () => [200, [{ ...finishedReplay, result: worse }]],
    });
    await screen.findByRole('table', { name: 'Forecast errors' });
    const notes = screen.queryAllByText(/worse than a coin flip/);
    expect(notes.map(({ textContent }) => textContent)).toEqual(text ? [text] : []);
    await clickButton('Adopt Formula');
    const dialog = await screen.findByRole('dialog', { name: 'Adopt this formula?' });
    expect(dialog.textContent!.includes('worse than a coin flip')).toBe(text !== null);
  });

  it('calls the columns of the movers after the compared and the replayed formula', async () => {
    renderReplay({ 'GET /api/admin/rating-replays': () => [200, [finishedReplay]] });
    const moverRow = await screen.findByRole('row', { name: /Nadia Ferro/ });
    const heads = within(moverRow.closest('table')!).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      ...['Player', 'Compared', 'Replayed', 'Change', 'Rank', 'History'],
    ]);
  });

  it('prefills the player and time from the URL and uses the formula of that time', async () => {
    const asOfInstant = '2027-03-01T08:00:00.123Z';
    const sentBodies = renderReplay(
      { 'POST /api/admin/rating-replays': () => [201, waitingReplay] },
      `/admin/replay?player=u2&at=${encodeURIComponent(asOfInstant)}`,
    );
    const playerField = await screen.findByLabelText<HTMLInputElement>(/^Player/);
    expect([playerField.value, document.activeElement]).toEqual(['u2', playerField]);
    await clickButton('Replay All Matches');
    await waitFor(() =>
      expect(sentBodies('POST /api/admin/rating-replays')).toEqual([
        { sport: 'tennis', parameters: {}, asOf: asOfInstant, playerId: 'u2' },
      ]),
    );
  });

  it('links a player to their ratings at the same instant under the same formula', async () => {
    const sentBodies = renderReplay({
      'GET /api/admin/rating-replays': () => [200, [finishedReplay]],
      'POST /api/admin/rating-replays': () => [201, waitingReplay],
    });
    const historyLink = await screen.findByRole('link', { name: /^View ratings.*Nadia Ferro/ });
    expect(
      Object.fromEntries(new URLSearchParams(historyLink.getAttribute('href')!.split('?')[1])),
    ).toEqual({
      replay: 'r1',
      sport: 'tennis',
      player: 'u2',
      at: finishedReplay.asOf,
      formula: 'elo',
      numbers: 'most=200',
    });
    await userEvent.click(historyLink);
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Player/ }).value).toBe('u2'),
    );
    await clickButton('Replay All Matches');
    await waitFor(() =>
      expect(sentBodies('POST /api/admin/rating-replays')).toEqual([
        {
          sport: 'tennis',
          formula: 'elo',
          parameters: { most: 200 },
          asOf: finishedReplay.asOf,
          playerId: 'u2',
        },
      ]),
    );
  });

  it('shows the past ratings of the requested player', async () => {
    renderReplay({
      'GET /api/admin/rating-replays': () => [200, [{ ...finishedReplay, playerId: 'u2' }]],
      'GET /api/admin/rating-replays/r1/profile': () => [200, replayedProfile],
    });
    const profileRegion = within(
      await screen.findByRole('region', { name: /^Nadia Ferro as of / }),
    );
    const rowTexts = (table: string) =>
      within(profileRegion.getByRole('table', { name: table }))
        .getAllByRole('row')
        .slice(1)
        .map((rowElement) => [...rowElement.children].map((cell) => cell.lastChild!.textContent));
    expect(rowTexts('Ratings at that time')).toEqual([
      ['Singles', '6.20', '5.60–6.80', '3', '14', '9–4–1'],
      ['Singles, clay', '6.50', '5.60–6.80', '–', '2, provisional', '–'],
    ]);
    expect(rowTexts('Recent matches')).toEqual([
      [
        'Won 6–4 against imported-7',
        'Saturday, March 13, 2027',
        '55.0%',
        '60.0%',
        '+0.11',
        '6.31 ± 0.57',
      ],
    ]);
  });

  it('says so when a player had no rated matches by then', async () => {
    renderReplay({
      'GET /api/admin/rating-replays': () => [200, [{ ...finishedReplay, playerId: 'u9' }]],
      'GET /api/admin/rating-replays/r1/profile': () => [
        200,
        { ...replayedProfile, player: { id: 'u9', name: null }, standings: [], receipts: [] },
      ],
    });
    expect(await screen.findByText('No rated matches by then')).toBeTruthy();
    expect(screen.getByRole('heading', { name: /^u9 as of / })).toBeTruthy();
  });

  it('labels each parameter, and shows problems at its field', async () => {
    const problem = 'most must be smaller in this club.';
    const sentBodies = renderReplay({
      'GET /api/admin/rating-formulas': () => [
        200,
        { ...ratingFormulas, inForce: { ...eloFormula, parameters: {} } },
      ],
      'POST /api/admin/rating-replays': () => [
        400,
        {
          code: 'invalid_request',
          message: problem,
          details: { fields: [{ field: 'most', message: problem }] },
        },
      ],
    });
    const field = await findParameterField();
    expect(screen.getByText('From 1 to 2000 Elo points. Default: 250.')).toBeTruthy();
    await userEvent.type(field, '3000');
    await clickButton('Replay All Matches');
    expect(await screen.findByText('Enter a number between 1 and 2,000')).toBeTruthy();
    expect(field.closest('details')!.open).toBe(true);
    expect(sentBodies('POST /api/admin/rating-replays')).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '1500');
    await clickButton('Replay All Matches');
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('finds a player by name on request', async () => {
    const searches: (string | null)[] = [];
    const sentBodies = renderReplay({
      'GET /api/admin/users': ({ query }) => {
        searches.push(query.get('search'));
        return [
          200,
          query.get('search') === 'Nadia'
            ? [{ ...robin, id: 'u2', firstName: 'Nadia', roles: ['player'], suspension: null }]
            : [],
        ];
      },
      'POST /api/admin/rating-replays': () => [201, waitingReplay],
    });
    const field = await screen.findByLabelText(/^Player/);
    await userEvent.type(field, 'Nobody');
    await clickButton('Find Player');
    expect(await screen.findByText('No account has this name.')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, 'Nadia');
    await clickButton('Find Player');
    await clickButton(/^Nadia Base/);
    await clickButton('Replay All Matches');
    await waitFor(() =>
      expect(sentBodies('POST /api/admin/rating-replays')).toMatchObject([{ playerId: 'u2' }]),
    );
    expect(searches).toEqual(['Nobody', 'Nadia']);
  });

  it('submits no text from the player field unless a player is chosen', async () => {
    const sentBodies = renderReplay({
      'GET /api/admin/users': () => [
        200,
        [{ ...robin, id: 'u2', firstName: 'Nadia', roles: ['player'], suspension: null }],
      ],
      'POST /api/admin/rating-replays': () => [201, waitingReplay],
    });
    const field = await screen.findByLabelText(/^Player/);
    await userEvent.type(field, 'nadia@example.com{Enter}');
    expect(await screen.findByText(/^Find a player and choose one/)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await clickButton('Find Player');
    await clickButton(/^Nadia Base/);
    expect(screen.queryByText(/^Find a player and choose one/)).toBeNull();
    await userEvent.type(field, '@example.com{Enter}');
    expect(await screen.findByText(/^Find a player and choose one/)).toBeTruthy();
    expect(sentBodies('POST /api/admin/rating-replays')).toEqual([]);
    await userEvent.clear(field);
    await clickButton('Replay All Matches');
    await waitFor(() => expect(sentBodies('POST /api/admin/rating-replays')).toHaveLength(1));
    expect(sentBodies('POST /api/admin/rating-replays')[0]).not.toHaveProperty('playerId');
  });

  it('offers the replay and the published rankings as files', async () => {
    renderReplay({ 'GET /api/admin/rating-replays': () => [200, [finishedReplay]] });
    const file = await screen.findByRole('link', {
      name: 'Download as CSV (up to 10,000 players)',
    });
    expect(file.getAttribute('href')).toBe(
      '/api/admin/rating-replays/r1/players.csv?discipline=singles&order=change',
    );
    expect(
      screen.getByRole('link', { name: 'Pickleball doubles ranking (CSV)' }).getAttribute('href'),
    ).toBe('/api/admin/rankings.csv?sport=pickleball&discipline=doubles');
  });

  it('adopts a formula that forecasts better without an acknowledgement', async () => {
    const asOf = new Date().toISOString();
    const evidence = {
      ...worseEvidence,
      verdict: 'better',
      sentence: 'Forecasts better.',
    } as const;
    const sentBodies = renderReplay({
      'GET /api/admin/rating-replays': () => [
        200,
        [{ ...finishedReplay, asOf, result: { ...finishedReplay.result!, evidence } }],
      ],
      'POST /api/admin/rating-formulas/adoptions': () => [200, eloFormula],
    });
    await clickButton('Adopt Formula');
    const dialog = within(await screen.findByRole('dialog', { name: 'Adopt this formula?' }));
    expect(dialog.getByText(/^Forecasts better\. The replay is as of /)).toBeTruthy();
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await userEvent.type(dialog.getByLabelText('Reason'), 'It forecasts better.');
    await userEvent.click(dialog.getByRole('button', { name: 'Adopt Formula' }));
    await waitFor(() =>
      expect(sentBodies('POST /api/admin/rating-formulas/adoptions')).toMatchObject([
        { replayId: 'r1', acknowledged: false },
      ]),
    );
  });

  it('adopts a formula without a clear difference only with an acknowledgement', async () => {
    const asOf = new Date().toISOString();
    const evidence = {
      ...worseEvidence,
      verdict: 'unclear',
      sentence: 'No clear difference.',
    } as const;
    const sentBodies = renderReplay({
      'GET /api/admin/rating-replays': () => [
        200,
        [{ ...finishedReplay, asOf, result: { ...finishedReplay.result!, evidence } }],
      ],
      'POST /api/admin/rating-formulas/adoptions': () => [200, eloFormula],
    });
    await clickButton('Adopt Formula');
    const dialog = within(await screen.findByRole('dialog', { name: 'Adopt this formula?' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Ranks should last longer.');
    await userEvent.click(dialog.getByRole('button', { name: 'Adopt Formula' }));
    expect(dialog.getByText(/^Check this box/)).toBeTruthy();
    expect(sentBodies('POST /api/admin/rating-formulas/adoptions')).toEqual([]);
    await userEvent.click(dialog.getByRole('checkbox'));
    await userEvent.click(dialog.getByRole('button', { name: 'Adopt Formula' }));
    await waitFor(() =>
      expect(sentBodies('POST /api/admin/rating-formulas/adoptions')).toMatchObject([
        { replayId: 'r1', acknowledged: true },
      ]),
    );
  });

  it('does not treat an old replay as evidence', async () => {
    const evidence = { ...worseEvidence, verdict: 'better' } as const;
    const asOf = new Date(Date.now() - 31 * 86_400_000).toISOString();
    renderReplay({
      'GET /api/admin/rating-replays': () => [
        200,
        [{ ...finishedReplay, asOf, result: { ...finishedReplay.result!, evidence } }],
      ],
    });
    await clickButton('Adopt Formula');
    const dialog = within(await screen.findByRole('dialog', { name: 'Adopt this formula?' }));
    expect(dialog.getByText(/is more than 30 days old.* The replay is as of /)).toBeTruthy();
    expect(dialog.getByRole('checkbox')).toBeTruthy();
  });

  it('cancels a waiting replay', async () => {
    let currentReplay = waitingReplay;
    renderReplay({
      'GET /api/admin/rating-replays': () => [200, [currentReplay]],
      'POST /api/admin/rating-replays/r1/cancel': () => [
        200,
        (currentReplay = { ...waitingReplay, status: 'cancelled' }),
      ],
    });
    await clickButton('Cancel Replay');
    expect(await screen.findByText('This replay was canceled')).toBeTruthy();
  });

  it('adopts a formula with a reason, waits for new ratings, and reverts it', async () => {
    let currentFormulas = ratingFormulas;
    const sentBodies = renderReplay({
      'GET /api/admin/rating-formulas': () => [200, currentFormulas],
      'GET /api/admin/rating-replays': () => [
        200,
        [{ ...finishedReplay, asOf: new Date().toISOString() }],
      ],
      'POST /api/admin/rating-formulas/adoptions': ({ body }) => {
        const isRevert = (body as { formula: string }).formula !== 'elo';
        currentFormulas = isRevert
          ? { ...ratingFormulas, before: eloFormula }
          : { ...ratingFormulas, inForce: eloFormula, before: glickoFormula };
        return [200, currentFormulas.inForce];
      },
    });
    const adoptFormula = async (reason: string, evidence: RegExp) => {
      const adoptDialog = within(
        await screen.findByRole('dialog', { name: 'Adopt this formula?' }),
      );
      await userEvent.click(adoptDialog.getByRole('button', { name: 'Adopt Formula' }));
      expect(adoptDialog.getByText('Say why, in a few words')).toBeTruthy();
      await userEvent.type(adoptDialog.getByLabelText('Reason'), reason);
      await userEvent.click(adoptDialog.getByRole('button', { name: 'Adopt Formula' }));
      expect(adoptDialog.getByText(/^Check this box/)).toBeTruthy();
      expect(adoptDialog.getByText(evidence)).toBeTruthy();
      await userEvent.click(adoptDialog.getByRole('checkbox'));
      await userEvent.click(adoptDialog.getByRole('button', { name: 'Adopt Formula' }));
    };
    await clickButton('Adopt Formula');
    await adoptFormula('It forecasts better.', /^Forecasts worse/);
    expect(await screen.findByText(/^Recalculating all ratings/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Adopt Formula' })).toBeNull();
    currentFormulas = {
      ...currentFormulas,
      published: { ...ratingFormulas.published!, formulaId: eloFormula.formulaId },
    };
    expect(await screen.findByText(/^All ratings use it/)).toBeTruthy();
    await clickButton('Revert to games-share-glicko-1');
    await adoptFormula("It doesn't.", /^No replay has compared/);
    await waitFor(() =>
      expect(sentBodies('POST /api/admin/rating-formulas/adoptions')).toEqual([
        {
          formula: 'elo',
          parameters: { most: 200 },
          expectedCurrent: 'games-share-glicko-1',
          replayId: 'r1',
          acknowledged: true,
          reason: 'It forecasts better.',
        },
        {
          formula: 'games-share-glicko',
          parameters: {},
          expectedCurrent: 'elo-1(most=200)',
          acknowledged: true,
          reason: "It doesn't.",
        },
      ]),
    );
    expect(await screen.findByRole('button', { name: 'Revert to elo-1(most=200)' })).toBeTruthy();
  });
});
