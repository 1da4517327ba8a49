import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedOut, renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { isReadToEnd } from './waiver-text-box';
import { WaiverTestPage } from '../../features/waiver/waiver-test-page';

afterEach(cleanup);
afterAll(() => {
  for (const name of ['scrollHeight', 'clientHeight'])
    Reflect.deleteProperty(HTMLElement.prototype, name);
});

const open = {
  hasAcceptedWaiver: false,
  waiverAcceptedAt: null,
  version: '2',
  text: 'Long text',
  textHash: 'x',
  adultAge: 18,
};
const accepted = { ...open, hasAcceptedWaiver: true, waiverAcceptedAt: '2027-01-02T10:00:00.000Z' };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** jsdom has no layout, so give the text a height to scroll. */
const layOut = () =>
  Object.defineProperties(HTMLElement.prototype, {
    scrollHeight: { value: 500, configurable: true },
    clientHeight: { value: 200, configurable: true },
  });
const scrollTo = (scrollTop: number) =>
  fireEvent.scroll(screen.getByRole('textbox', { name: 'Waiver text' }), {
    target: { scrollTop },
  });
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I have read/ });

describe('the waiver', () => {
  it('counts as read once it is scrolled to within 10 pixels of its end', () => {
    expect(isReadToEnd({ scrollHeight: 500, clientHeight: 200, scrollTop: 289 })).toBe(false);
    expect(isReadToEnd({ scrollHeight: 500, clientHeight: 200, scrollTop: 290 })).toBe(true);
  });

  it('asks visitors to sign in', async () => {
    mockApi({ 'GET /api/auth/me': signedOut });
    renderAt('/waiver-test', <WaiverTestPage />);
    expect(await screen.findByText('Please log in to test the waiver flow.')).toBeTruthy();
  });

  it('keeps its status if a refetch fails', async () => {
    let works = true;
    mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/waiver/accepted': () => [200, []],
      'GET /api/waiver/status': () => (works ? [200, accepted] : [500, {}]),
    });
    const queryClient = renderAt('/waiver-test', <WaiverTestPage />);
    await screen.findByText('Accepted');
    works = false;
    await act(() => queryClient.invalidateQueries({ queryKey: ['/api/waiver/status'] }));
    expect(screen.getByText('Accepted')).toBeTruthy();
  });

  it('requires the checkbox before it can be accepted', async () => {
    layOut();
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/waiver/accepted': () => [200, []],
      'GET /api/waiver/status': () => [200, open],
      'POST /api/waiver/accept': () => [200, accepted],
    });
    renderAt('/waiver-test', <WaiverTestPage />);
    expect(await screen.findByText('Not accepted')).toBeTruthy();
    await press('Accept the waiver');
    await press('Accept');
    expect(screen.getByText(/You need to accept the waiver/)).toBeTruthy();
    expect(apiCalls.some(({ name }) => name.startsWith('POST'))).toBe(false);
    scrollTo(150);
    const progress = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Read' });
    expect(progress.value).toBe(50);
    scrollTo(0);
    expect(progress.value).toBe(50);
    scrollTo(289);
    expect(box().disabled).toBe(true);
    // Minors have no accounts, so a guardian cannot sign here.
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    scrollTo(290);
    await userEvent.click(box());
    expect(screen.queryByText(/You need to accept the waiver/)).toBeNull();
    await press('Accept');
    expect(await screen.findByText('You can now proceed with booking courts.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Accepted')).toBeTruthy();
    const { body } = apiCalls.find(({ name }) => name.startsWith('POST'))!;
    expect(body).toEqual({ version: '2' });
  });

  const openDialog = async () => {
    layOut();
    renderAt('/waiver-test', <WaiverTestPage />);
    await screen.findByText('Not accepted');
    await press('Accept the waiver');
    scrollTo(300);
    await userEvent.click(box());
  };

  it('prints the text in full', async () => {
    mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/waiver/accepted': () => [200, []],
      'GET /api/waiver/status': () => [200, open],
    });
    const print = jest.fn<() => void>();
    globalThis.print = print;
    await openDialog();
    await press('Print or Save as PDF');
    expect(print).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[data-print]')!.textContent).toBe('Long text');
  });

  it('loads a newer version, which must be read and accepted again', async () => {
    let current = open;
    mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/waiver/accepted': () => [200, []],
      'GET /api/waiver/status': () => [200, current],
      'POST /api/waiver/accept': () => [409, { code: 'waiver_changed', message: 'It changed.' }],
    });
    await openDialog();
    current = { ...open, version: '3', text: 'Newer text' };
    await press('Accept');
    expect(await screen.findByText('Newer text')).toBeTruthy();
    expect(screen.getByText('It changed.')).toBeTruthy();
    expect(box().disabled).toBe(true);
    expect(box().checked).toBe(false);
  });

  it('shows every text that the member accepted', async () => {
    mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/waiver/status': () => [200, accepted],
      'GET /api/waiver/accepted': () => [
        200,
        [
          { ...accepted, acceptedAt: '2027-01-02T10:00:00.000Z' },
          {
            version: '1',
            text: 'Older text',
            textHash: 'y',
            acceptedAt: '2026-01-02T10:00:00.000Z',
          },
        ],
      ],
    });
    renderAt('/waiver-test', <WaiverTestPage />);
    expect(await screen.findAllByText(/The waiver you accepted on/)).toHaveLength(2);
    expect(screen.getByText('Older text')).toBeTruthy();
    expect(screen.getByText('Version 1')).toBeTruthy();
  });
});
