import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { courtLike } from '../../testing/court';
import { renderAt } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { cancellationLabel } from './cancellation-label';
import { CourtContent } from './court-content';

const court = courtLike({
  sports: ['tennis', 'pickleball'],
  amenities: ['Floodlights', 'Two chairs'],
});

beforeEach(() => {
  globalThis.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  mockApi({
    'GET /api/courts/c1/host': () => [
      200,
      {
        id: 'h1',
        firstName: 'Hana',
        memberSince: '2026-05-01T12:00:00.000Z',
        isApproved: true,
        hoursHosted: 1,
        answersWithinMinutes: 90,
      },
    ],
  });
});
afterEach(cleanup);

const show = () =>
  renderAt('/courts/c1?date=2099-03-13', <CourtContent court={court} booking={null} />);
const itemsOf = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('names no hours if free cancellation ends with the start', () => {
  const quote = { lateRefundShare: 5_000, freeCancelMinutes: 0 };
  expect(cancellationLabel(quote)).toBe('Free cancellation until the start time');
  expect(cancellationLabel({ ...quote, freeCancelMinutes: 61 })).toBe(
    'Free cancellation up to 2 hours before the start time',
  );
});

describe('the page of a court', () => {
  it('lists how to play and book there, and the amenities', () => {
    show();
    expect(itemsOf('Facts')).toEqual([
      'Tennis and Pickleball',
      'The host confirms each request',
      'Free cancellation up to 24 hours before the start time',
    ]);
    expect(itemsOf('Amenities')).toEqual(['Floodlights', 'Two chairs']);
  });

  it('leaves the price to the booking panel', () => {
    show();
    expect(screen.queryByText(/\$/)).toBeNull();
  });

  it('introduces the host', async () => {
    show();
    const heading = await screen.findByRole('heading', { name: 'Hosted by Hana Verified Host' });
    const facts = within(heading.parentElement!).getAllByRole('listitem');
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      'Host since May 2026',
      'Responds within 2 hours',
      '1 hour hosted',
    ]);
  });

  it('copies the link of the court if the device has no share sheet', async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/courts/c1`);
  });
});
