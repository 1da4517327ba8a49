import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { RequestPage, activeCity, demandLabel } from './request-page';

afterEach(cleanup);

const submitRequest = async (city: string, email: string) => {
  await userEvent.type(screen.getByLabelText('City'), city);
  if (email) await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.click(screen.getByRole('button', { name: 'Request Expansion' }));
};

describe('the city request page', () => {
  it('shows how many people have requested the city', async () => {
    const apiCalls = mockApi({
      'POST /api/city-requests': () => [201, { city: 'Denver', requests: 12 }],
    });
    renderAt('/request', <RequestPage />);
    await submitRequest('Denver', 'dana@example.test');
    expect(await screen.findByText('12 people have requested Denver.')).toBeTruthy();
    expect(apiCalls[0]!.body).toEqual({ city: 'Denver', email: 'dana@example.test' });
  });

  it('prefills the email of a user', async () => {
    mockApi({ 'GET /api/auth/me': () => [200, robin] });
    renderAt('/request', <RequestPage />);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(robin.email),
    );
  });

  it('requires a city and an email', async () => {
    const apiCalls = mockApi({});
    renderAt('/request', <RequestPage />);
    await submitRequest('7', '');
    expect(await screen.findByText('Please enter a city')).toBeTruthy();
    expect(screen.getByText('Please enter a valid email')).toBeTruthy();
    expect(apiCalls).toEqual([]);
  });

  it('reports too many requests', async () => {
    const message = 'Too many requests. Please try again in 20 minutes.';
    mockApi({ 'POST /api/city-requests': () => [429, { code: 'too_many_requests', message }] });
    renderAt('/request', <RequestPage />);
    await submitRequest('Denver', 'dana@example.test');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('links to the courts of an open city', async () => {
    mockApi({ 'POST /api/city-requests': () => [201, { city: 'austin', requests: 1 }] });
    renderAt('/request', <RequestPage />);
    await submitRequest('austin', 'dana@example.test');
    const courtsLink = await screen.findByRole('link', { name: 'see its courts' });
    expect(courtsLink.getAttribute('href')).toBe('/courts?search=Austin');
  });
});

it('formats demand and recognizes open cities', () => {
  expect(demandLabel({ city: 'Denver', requests: 1 })).toBe('1 person has requested Denver.');
  expect(demandLabel({ city: 'Denver', requests: 1200 })).toBe(
    '1,200 people have requested Denver.',
  );
  expect(activeCity(' palm\u00A0BEÁCH ')).toBe('Palm Beach');
  expect(activeCity('Denver')).toBeUndefined();
});
