import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { plansLike } from '../../testing/membership';
import { RegisterPage } from '../auth/register-page';
import { popReturnPath } from '../../resources/session/return-path';
import { hostApprovalQuery } from '../../resources/hosting/host-approval';
import { acceptedPapersQuery } from '../../resources/paper/accepted-papers-query';
import { renderAt, robin, signedOut } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { descriptionHint, hostFormData, fileProgress } from './host-application';
import { HostApplicationPage } from './host-application-page';
import { DeleteApplicationPage } from './delete-application-page';
import { InvitedPage } from './invited-page';
import { PlayerApplicationPage } from './player-application-page';

/** An upload whose progress and response are controlled by the test. */
class FakeUpload {
  static sent: FakeUpload[] = [];
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  statusText = '';
  responseText = '';
  path = '';
  body = new FormData();
  headers: Record<string, string> = {};
  open(_: string, path: string) {
    this.path = path;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader = () => null;
  send(body: FormData) {
    this.body = body;
    FakeUpload.sent.push(this);
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const originalRequest = globalThis.XMLHttpRequest;
beforeEach(() => {
  FakeUpload.sent = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  globalThis.XMLHttpRequest = originalRequest;
  cleanup();
});

const typeInto = (label: string, text: string) =>
  userEvent.type(screen.getByLabelText(label), text);
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const fillHostForm = async () => {
  await typeInto('Full name', 'Robin Baseline');
  await typeInto('Email', 'robin@example.test');
  await typeInto('Phone number', '4805550123');
  await typeInto('Property address', '8412 E Horseshoe Ln, Paradise Valley');
  await userEvent.click(screen.getByRole('radio', { name: 'Both' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Clay Court' }));
  await typeInto('Availability', 'Weekday mornings');
  await typeInto('Court description', 'A quiet court between citrus trees.');
  await userEvent.click(screen.getByRole('checkbox'));
};
const sentUpload = async (uploadCount = 1): Promise<FakeUpload> =>
  waitFor(() => {
    expect(FakeUpload.sent).toHaveLength(uploadCount);
    return FakeUpload.sent.at(-1)!;
  });

describe('the host application', () => {
  it('reports missing fields at each field and in a toast, and focuses the first', async () => {
    mockApi({});
    renderAt('/host-application', <HostApplicationPage />);
    await clickButton('Submit Application');
    expect(await screen.findByText('Please Complete Required Fields')).toBeTruthy();
    expect(
      screen.getByText(/^Full name, Email, Phone number, Property address, Court type/),
    ).toBeTruthy();
    for (const message of [
      'Full name must be at least 2 characters',
      'Please enter a valid email address',
      'Please enter a valid phone number',
      'Please enter a complete address',
      'Please select a court type',
      'Please select a court surface',
      'Please describe your availability',
      'Court description must be at least 20 characters long',
      'You must agree to the terms and conditions',
    ])
      expect(screen.getByText(message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full name')));
    expect(FakeUpload.sent).toEqual([]);
  });

  it('estimates the earnings for a rate before anyone applies', async () => {
    mockApi({});
    renderAt('/host-application', <HostApplicationPage />);
    const estimate = within(screen.getByRole('region', { name: 'Earnings estimate' }));
    await userEvent.type(estimate.getByLabelText(/Your hourly rate in \$/), '200');
    expect(await estimate.findByText('You receive $198.00, players pay $220.00')).toBeTruthy();
    expect(estimate.getByText('$3,432.00')).toBeTruthy();
  });

  it('uploads the form and opens the thank-you page', async () => {
    mockApi({});
    renderAt('/host-application', <HostApplicationPage />);
    await fillHostForm();
    await clickButton('Submit Application');
    const hostUpload = await sentUpload();
    expect([hostUpload.path, Object.fromEntries(hostUpload.body)]).toEqual([
      '/api/host-apply',
      expect.objectContaining({
        fullName: 'Robin Baseline',
        courtType: 'both',
        courtSurface: 'clay',
        agreeToTerms: 'true',
      }),
    ]);
    expect(screen.getByRole('button', { name: 'Submitting Application...' })).toBeTruthy();
    act(() => hostUpload.answer(201, { message: 'Received.' }));
    expect(await screen.findByText('Application Submitted!')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/host-thank-you'), {
      timeout: 3_000,
    });
  });

  it('refreshes the approval of the host and the accepted papers', async () => {
    mockApi({});
    const client = renderAt('/host-application', <HostApplicationPage />);
    const isStale = ({ queryKey }: { queryKey: readonly string[] }) =>
      client.getQueryState(queryKey)!.isInvalidated;
    client.setQueryData(hostApprovalQuery.queryKey, { state: 'missing' });
    client.setQueryData(acceptedPapersQuery.queryKey, []);
    await fillHostForm();
    await clickButton('Submit Application');
    const hostUpload = await sentUpload();
    act(() => hostUpload.answer(201, { message: 'Received.' }));
    await waitFor(() => expect(isStale(hostApprovalQuery)).toBe(true));
    expect(isStale(acceptedPapersQuery)).toBe(true);
  });

  it('shows why submitting failed, and retries a lost request with the same key', async () => {
    mockApi({});
    renderAt('/host-application', <HostApplicationPage />);
    await fillHostForm();
    await clickButton('Submit Application');
    const lostUpload = await sentUpload();
    act(() => lostUpload.onerror!());
    expect(await screen.findByText('Submission Failed')).toBeTruthy();
    await clickButton('Submit Application');
    const retriedUpload = await sentUpload(2);
    expect(retriedUpload.headers['Idempotency-Key']).toBe(lostUpload.headers['Idempotency-Key']);
    act(() =>
      retriedUpload.answer(429, {
        code: 'too_many_requests',
        message: 'Too many attempts. Please try again in 20 min.',
      }),
    );
    expect(await screen.findByText('Too many attempts. Please try again in 20 min.')).toBeTruthy();
  });

  it('prefills the email of a signed-in user', async () => {
    mockApi({ 'GET /api/auth/me': () => [200, robin] });
    renderAt('/host-application', <HostApplicationPage />);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(robin.email),
    );
  });
});

describe('the host application form', () => {
  it('counts the missing characters of a description', () => {
    expect(descriptionHint('')).toBe('20 more characters needed');
    expect(descriptionHint(`  ${'x'.repeat(19)}  `)).toBe('1 more character needed');
    expect(descriptionHint('x'.repeat(20))).toBe('20 of 500 characters');
  });

  it('sends each photo as a separate field', () => {
    const files = [new File(['a'], 'a.jpg'), new File(['bc'], 'b.jpg')];
    const form = { fullName: 'Robin', agreeToTerms: true } as never;
    expect([...hostFormData(form, files).keys()]).toEqual([
      'fullName',
      'agreeToTerms',
      'photo_0',
      'photo_1',
    ]);
  });

  it('reports upload progress for each file', () => {
    const files = [{ size: 100 }, { size: 200 }, { size: 0 }];
    expect(fileProgress(files, 0)).toEqual([0, 0, 1]);
    expect(fileProgress(files, 150)).toEqual([1, 0.25, 1]);
    expect(fileProgress(files, 10_000)).toEqual([1, 1, 1]);
  });
});

describe('the player application', () => {
  const planHandlers = { 'GET /api/membership/plans': () => [200, plansLike()] as const };
  const submitPlayerForm = async () => {
    await typeInto('Full name', 'Robin Baseline');
    await typeInto('Email', 'robin@example.test');
    await typeInto('City', 'Scottsdale');
    await userEvent.selectOptions(screen.getByLabelText('Skill level'), 'Advanced');
    await typeInto('Why would you like to join?', 'I would like to play every week.');
    await userEvent.click(screen.getByRole('checkbox'));
    await clickButton('Submit Application');
  };

  it('sends what the player entered', async () => {
    const apiCalls = mockApi({
      ...planHandlers,
      'POST /api/player-applications': () => [201, { message: 'Received.' }],
    });
    renderAt('/player-application', <PlayerApplicationPage />);
    await submitPlayerForm();
    expect(await screen.findByRole('heading', { name: 'Thanks for applying.' })).toBeTruthy();
    expect(screen.getByTestId('address').textContent).toBe('/player-application');
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({
      fullName: 'Robin Baseline',
      email: 'robin@example.test',
      city: 'Scottsdale',
      skillLevel: 'Advanced',
      otherClubs: '',
      whyJoin: 'I would like to play every week.',
      agreeToTerms: true,
    });
  });

  it('reports missing fields', async () => {
    const apiCalls = mockApi(planHandlers);
    renderAt('/player-application', <PlayerApplicationPage />);
    await clickButton('Submit Application');
    for (const message of [
      'Full name is required',
      'Valid email is required',
      'City is required',
      'Skill level is required',
      'Please tell us why you want to join',
      'You must understand the membership terms',
    ])
      expect(await screen.findByText(message)).toBeTruthy();
    expect(apiCalls.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
  });

  it('reports a failed submission', async () => {
    mockApi({
      ...planHandlers,
      'POST /api/player-applications': () => [500, { code: 'internal', message: '' }],
    });
    renderAt('/player-application', <PlayerApplicationPage />);
    await submitPlayerForm();
    expect(await screen.findByText('Submission Error')).toBeTruthy();
  });
});

describe('the link that deletes an application', () => {
  const openPage = (response: [number, object?]) => {
    const apiCalls = mockApi({ 'POST /api/applications/erasures': () => response as never });
    renderAt('/application-deletion?token=abc', <DeleteApplicationPage />);
    return apiCalls;
  };

  it('deletes it with a click', async () => {
    const apiCalls = openPage([202]);
    expect(apiCalls.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
    await clickButton('Delete Application');
    expect(await screen.findByText(/^Your application is closed/)).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({ token: 'abc' });
  });

  it('says why an application cannot be deleted', async () => {
    const message = 'This application belongs to an account and is deleted with it.';
    openPage([409, { code: 'wrong_status', message }]);
    await clickButton('Delete Application');
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

function InvitedThenRegister() {
  return useLocation().pathname === '/register' ? <RegisterPage /> : <InvitedPage />;
}

describe('the link in an approval email', () => {
  it('prefills the account of a host who has none', async () => {
    const applicant = {
      kind: 'host',
      fullName: 'Robin Lee Baseline',
      email: 'robin@example.test',
      phone: '4805550123',
    };
    mockApi({
      'GET /api/auth/me': signedOut,
      'GET /api/auth/providers': () => [200, []],
      'POST /api/applications/invitations': () => [200, applicant],
    });
    renderAt('/invited?token=abc', <InvitedThenRegister />);
    expect(await screen.findByText(/Please use robin@example\.test\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Create Account' }));
    const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    expect(['First name', 'Last name', 'Email', 'Phone'].map(valueOf)).toEqual([
      'Robin',
      'Lee Baseline',
      'robin@example.test',
      '4805550123',
    ]);
    expect(popReturnPath()).toBe('/invited?token=abc');
  });

  const openInvitation = async (claimResponse: [number, object]) => {
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, robin],
      'POST /api/applications/claims': () => claimResponse,
    });
    renderAt('/invited?token=abc', <InvitedPage />);
    await screen.findByRole('button', { name: 'Accept' });
    return apiCalls;
  };

  it('leads a host to the draft court', async () => {
    const apiCalls = await openInvitation([200, { kind: 'host' }]);
    expect(apiCalls.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
    await clickButton('Accept');
    expect((await screen.findByRole('link', { name: 'My Courts' })).getAttribute('href')).toContain(
      'tab=courts',
    );
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({ token: 'abc' });
  });

  it('leads a player to the membership checkout', async () => {
    await openInvitation([200, { kind: 'player' }]);
    await clickButton('Accept');
    expect(
      (await screen.findByRole('link', { name: 'Start Your Membership' })).getAttribute('href'),
    ).toBe('/checkout?plan=monthly');
  });

  it('asks a visitor to sign in and returns afterward', async () => {
    mockApi({
      'GET /api/auth/me': signedOut,
      'POST /api/applications/invitations': () => [404, { code: 'not_found', message: 'Expired.' }],
    });
    renderAt('/invited?token=abc', <InvitedPage />);
    expect(await screen.findByRole('link', { name: 'Create Account' })).toBeTruthy();
    expect(popReturnPath()).toBe('/invited?token=abc');
  });

  it('shows why a link does not work', async () => {
    await openInvitation([
      409,
      { code: 'wrong_status', message: 'This link is for another email.' },
    ]);
    await clickButton('Accept');
    expect(
      (await screen.findByText('This link is for another email.')).closest('[role="alert"]'),
    ).toBeTruthy();
  });
});
