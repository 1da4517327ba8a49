import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { courtLike } from '../../testing/court';
import { nobody, renderAt } from '../../testing/render';
import { serve } from '../../testing/server';
import { Page } from './courts-page';
import { filtered, filtersOf } from './filters';

afterEach(cleanup);

const clay = courtLike({ id: 'clay', name: 'Clay House', amenities: ['Floodlights', 'Ball Machine'] });
const hard = courtLike({
  id: 'hard',
  name: 'Hard House',
  surfaceType: 'hard',
  location: 'Austin',
  hourlyRate: '120.50',
});
const hidden = courtLike({ id: 'hidden', name: 'Hidden House', courtAccess: 'invite', hourlyRate: '500.00' });
const all = [clay, hard, hidden];
const found = (query: string) => filtered(all, filtersOf(new URLSearchParams(query))).courts.map(({ id }) => id);

describe('filtering courts', () => {
  it('finds a city whatever its case', () => expect(found('search=AUST')).toEqual(['hard']));
  it('keeps to one surface, and to none for all', () => {
    expect(found('surface=hard')).toEqual(['hard']);
    expect(found('surface=all')).toEqual(['clay', 'hard', 'hidden']);
  });
  it('counts both limits of the rate in', () => {
    expect(found('minRate=120.5&maxRate=300')).toEqual(['clay', 'hard']);
    expect(found('minRate=301')).toEqual(['hidden']);
  });
  it('reads lighting, ball machine and invite only from amenities and access', () => {
    expect(found('amenity=lighting')).toEqual(['clay']);
    expect(found('amenity=ball-machine')).toEqual(['clay']);
    expect(found('amenity=invite-only')).toEqual(['hidden']);
  });
  it('shows all where nothing fits, and says so', () => {
    const { courts, matched } = filtered(all, filtersOf(new URLSearchParams('search=Oslo')));
    expect([courts.length, matched]).toEqual([3, false]);
  });
});

describe('the list of courts', () => {
  it('takes its filters from the address and writes them there', async () => {
    serve({ 'GET /api/auth/me': nobody, 'GET /api/courts': () => [200, all] });
    renderAt('/courts?surface=hard', <Page />);
    expect(await screen.findByRole('link', { name: 'Hard House' })).toBeTruthy();
    expect(screen.queryByText('Clay House')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Surface'), 'Clay Court');
    expect(screen.getByTestId('address').textContent).toBe('/courts?surface=clay');
    expect(screen.getByRole('link', { name: 'Clay House' }).getAttribute('href')).toBe('/courts/clay');
  });

  it('says honestly that nothing fits before it shows all', async () => {
    serve({ 'GET /api/auth/me': nobody, 'GET /api/courts': () => [200, all] });
    renderAt('/courts?search=Oslo', <Page />);
    expect(await screen.findByText('No court matches these filters, so here are all 3.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText('3 courts')).toBeTruthy();
  });

  it('tells what it does while it loads and when there is nothing', async () => {
    serve({ 'GET /api/auth/me': nobody, 'GET /api/courts': () => [200, []] });
    renderAt('/courts', <Page />);
    expect(screen.getByText('Loading exclusive courts...')).toBeTruthy();
    expect(await screen.findByText('No courts available')).toBeTruthy();
  });
});
