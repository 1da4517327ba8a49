import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GuestWaiver } from '@courtly/contracts/guest-waivers';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { renderAt, signedOut } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { GuestWaiverPage } from './guest-waiver-page';

/** jsdom has no layout, so give the text a height to scroll. */
beforeEach(() => {
  Object.defineProperties(HTMLElement.prototype, {
    scrollHeight: { value: 500, configurable: true },
    clientHeight: { value: 200, configurable: true },
  });
});
afterEach(cleanup);
afterAll(() => {
  for (const name of ['scrollHeight', 'clientHeight'])
    Reflect.deleteProperty(HTMLElement.prototype, name);
});

const waiver: GuestWaiver = {
  courtName: 'Camelback Clay',
  startTime: '2099-03-13T17:00:00.000Z',
  endTime: '2099-03-13T18:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  invitedBy: 'Ann',
  version: '2',
  text: 'Long text',
  textHash: 'x',
  adultAge: 18,
  signedAt: null,
};
const signed = { ...waiver, signedAt: '2099-03-12T10:00:00.000Z' };
const SIGN = 'POST /api/guest-waivers/t/sign';

const open = (handlers: Handlers) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': signedOut,
    'GET /api/guest-waivers/t': () => [200, waiver],
    ...handlers,
  });
  renderAt(
    '/waivers/t',
    <Routes>
      <Route path="/waivers/:token" element={<GuestWaiverPage />} />
    </Routes>,
  );
  return apiCalls;
};
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I have read/ });
const readAll = async () =>
  fireEvent.scroll(await screen.findByRole('textbox', { name: 'Waiver text' }), {
    target: { scrollTop: 300 },
  });
const sign = () => userEvent.click(screen.getByRole('button', { name: 'Sign the Waiver' }));

describe('the waiver of a guest', () => {
  it('is signed without an account after it is read', async () => {
    const apiCalls = open({ [SIGN]: () => [200, signed] });
    expect(await screen.findByText(/Ann invited you to play/)).toBeTruthy();
    expect(box().disabled).toBe(true);
    await sign();
    expect(screen.getByText('Please enter your full name')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name === SIGN)).toBe(false);
    await readAll();
    await userEvent.click(box());
    await userEvent.type(screen.getByLabelText('Your full name'), 'Gus Guest');
    await sign();
    expect(await screen.findByText(/^You signed on/)).toBeTruthy();
    const { body } = apiCalls.find(({ name }) => name === SIGN)!;
    expect(body).toEqual({ version: '2', name: 'Gus Guest', isAdult: true, guardian: null });
  });

  it('is signed by a guardian for a minor', async () => {
    const apiCalls = open({ [SIGN]: () => [200, signed] });
    await readAll();
    await userEvent.click(screen.getByRole('checkbox', { name: /minor in my care/ }));
    await userEvent.click(box());
    await sign();
    expect(screen.getByText("Please enter the minor's full name")).toBeTruthy();
    expect(screen.getByText('Please enter your name')).toBeTruthy();
    await userEvent.type(screen.getByLabelText("The minor's full name"), 'Gus Guest');
    await userEvent.type(screen.getByLabelText('Your name'), 'Grace Guardian');
    await sign();
    await screen.findByText(/^You signed on/);
    const guardian = { name: 'Grace Guardian', relation: 'parent' };
    expect(apiCalls.find(({ name }) => name === SIGN)!.body).toEqual({
      version: '2',
      name: 'Gus Guest',
      isAdult: false,
      guardian,
    });
  });

  it('must be accepted again when a guardian signs, because the text of the box changes', async () => {
    const apiCalls = open({ [SIGN]: () => [200, signed] });
    await readAll();
    await userEvent.click(box());
    const minor = screen.getByRole('checkbox', { name: /minor in my care/ });
    await userEvent.click(minor);
    expect(box().checked).toBe(false);
    await userEvent.click(box());
    await userEvent.type(screen.getByLabelText('Your name'), 'Grace');
    expect(box().checked).toBe(true);
    await userEvent.click(minor);
    expect(box().checked).toBe(false);
    await userEvent.type(screen.getByLabelText('Your full name'), 'Gus Guest');
    await sign();
    expect(screen.getByText(/then check the box/)).toBeTruthy();
    expect(apiCalls.some(({ name }) => name === SIGN)).toBe(false);
  });

  it.each([
    ['guardian.name', 'Use a name without a link', 'Use a name without a link'],
    ['isAdult', 'Confirm your age', 'Something in the form is wrong.'],
  ])('says what is wrong with %s', async (field, message, shown) => {
    const refusal = {
      code: 'invalid_request',
      message: 'Something in the form is wrong.',
      details: { fields: [{ field, message }] },
    };
    open({ [SIGN]: () => [400, refusal] });
    await readAll();
    await userEvent.click(screen.getByRole('checkbox', { name: /minor in my care/ }));
    await userEvent.type(screen.getByLabelText("The minor's full name"), 'Gus Guest');
    await userEvent.type(screen.getByLabelText('Your name'), 'www.example.com');
    await userEvent.click(box());
    await sign();
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  it('shows a newer version, which must be read and accepted again', async () => {
    let current = waiver;
    open({
      'GET /api/guest-waivers/t': () => [200, current],
      [SIGN]: () => [409, { code: 'waiver_changed', message: 'The waiver has changed.' }],
    });
    await readAll();
    await userEvent.click(box());
    await userEvent.type(screen.getByLabelText('Your full name'), 'Gus Guest');
    current = { ...waiver, version: '3', text: 'Newer text' };
    await sign();
    expect(await screen.findByText('Newer text')).toBeTruthy();
    expect(screen.getByText('The waiver has changed.')).toBeTruthy();
    expect(box().disabled).toBe(true);
    expect(box().checked).toBe(false);
  });

  it('can be read again once it is signed', async () => {
    open({ 'GET /api/guest-waivers/t': () => [200, signed] });
    await screen.findByText(/^You signed on/);
    expect(screen.getByText('Long text')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign the Waiver' })).toBeNull();
  });

  it('says why a link does not work', async () => {
    const message = 'This link has expired.';
    open({ 'GET /api/guest-waivers/t': () => [404, { code: 'not_found', message }] });
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });
});
