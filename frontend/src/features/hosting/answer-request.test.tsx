import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestToAnswer } from '@courtly/contracts/emailed-answers';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, signedOut } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { AnswerRequestPage } from './answer-request-page';

afterEach(cleanup);

const request: RequestToAnswer = {
  action: 'approve',
  courtName: 'Camelback Clay',
  startTime: '2099-03-13T17:00:00.000Z',
  endTime: '2099-03-13T18:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  playerName: 'Grace',
  payoutAmount: '297.00',
  answerBy: '2099-03-12T17:00:00.000Z',
  given: null,
};
const SHOW = 'POST /api/emailed-answers/request';
const ANSWER = 'POST /api/emailed-answers';

const open = (action: RequestToAnswer['action'], handlers: Handlers = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': signedOut,
    [SHOW]: () => [200, { ...request, action }],
    [ANSWER]: () => [200, { status: action === 'approve' ? 'confirmed' : 'cancelled' }],
    ...handlers,
  });
  renderAt(`/answer-request#b-1.${action}.1.x`, <AnswerRequestPage />);
  return () => apiCalls.filter(({ name }) => name === ANSWER).map(({ body }) => body);
};

describe('the link in an email about a request', () => {
  it('shows the request and approves it only when the button is clicked', async () => {
    const answers = open('approve');
    expect(await screen.findByText('Grace')).toBeTruthy();
    expect(screen.getByText('$297.00')).toBeTruthy();
    expect(answers()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Approve Request' }));
    expect(await screen.findByText(/^Approved\./)).toBeTruthy();
    expect(answers()).toEqual([{ token: 'b-1.approve.1.x' }]);
  });

  it('declines only when the button is clicked', async () => {
    const answers = open('decline');
    expect(await screen.findByRole('button', { name: 'Decline Request' })).toBeTruthy();
    expect(answers()).toEqual([]);
  });

  it('asks for the reason to decline, and for a note', async () => {
    const answers = open('decline');
    await userEvent.click(await screen.findByRole('button', { name: 'Decline Request' }));
    expect(screen.getByText('Choose a reason', { selector: 'p, span' })).toBeTruthy();
    expect(answers()).toEqual([]);
    await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'other');
    await userEvent.type(screen.getByLabelText(/^Note to the player/), ' The net broke. ');
    await userEvent.click(screen.getByRole('button', { name: 'Decline Request' }));
    expect(await screen.findByText(/^Declined\./)).toBeTruthy();
    expect(answers()).toEqual([
      { token: 'b-1.decline.1.x', reason: 'other', note: 'The net broke.' },
    ]);
  });

  it.each([
    ['approve', 'You approved this request.'],
    ['decline', 'You declined this request.'],
  ] as const)('says that the host has already answered: %s', async (given, words) => {
    const answers = open('approve', { [SHOW]: () => [200, { ...request, given }] });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(answers()).toEqual([]);
  });

  it('says that the request is over', async () => {
    const message = 'This request no longer needs a reply.';
    open('approve', { [SHOW]: () => [409, { code: 'wrong_status', message }] });
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('keeps the button while it retries', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let isBroken = true;
    open('approve', {
      [SHOW]: async () => {
        if (isBroken) return [503, {}];
        await promise;
        return [200, request];
      },
    });
    const button = await screen.findByRole('button', { name: 'Try Again' });
    isBroken = false;
    await userEvent.click(button);
    expect(document.activeElement).toBe(button);
    expect(button.isConnected).toBe(true);
    resolve(undefined);
    expect(await screen.findByText('Grace')).toBeTruthy();
  });
});
