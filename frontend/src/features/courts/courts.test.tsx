import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { courtLike } from '../../testing/court';
import { nobody, renderAt } from '../../testing/render';
import { type Handlers, serve } from '../../testing/server';
import { CourtsPage } from './courts-page';
import { filtersOf, wishesOf } from './filters';

afterEach(cleanup);

const clay = courtLike({ id: 'clay', name: 'Clay House', amenities: ['Floodlights', 'Ball Machine'] });
const hard = courtLike({
  id: 'hard',
  name: 'Hard House',
  surfaceType: 'hard',
  location: 'Austin',
  hourlyRate: '120.50',
});
const wishes = (query: string) => wishesOf(filtersOf(new URLSearchParams(query)));

/** A server that knows the two courts, one a page. */
const list: Handlers['x'] = ({ query }) => {
  const fitting = [clay, hard].filter(({ surfaceType }) => (query.get('surface') ?? surfaceType) === surfaceType);
  const found = query.get('search') === 'Oslo' ? [] : fitting;
  const [first, ...rest] = found.slice(query.has('cursor') ? 1 : 0);
  const more = rest.length > 0 && { Link: '</api/courts?cursor=next>; rel="next"' };
  return [200, first ? [first] : [], { 'X-Total-Count': String(found.length), ...more }];
};

describe('the filters of an address', () => {
  it('are sent to the server as it takes them', () =>
    expect(wishes('search= Austin &surface=hard&minRate=120.5&maxRate=300&amenity=invite-only')).toEqual({
      search: 'Austin',
      surface: 'hard',
      minRate: 120.5,
      maxRate: 300,
      amenity: 'invite-only',
    }));
  it('are none where the address holds all, or what is no filter', () =>
    expect(Object.values(wishes('surface=all&amenity=__proto__&minRate=cheap&maxRate=-1&search=+'))).toEqual(
      Array(5).fill(undefined),
    ));
});

describe('the list of courts', () => {
  const show = (at: string, courts: Handlers['x'] = list) => {
    serve({ 'GET /api/auth/me': nobody, 'GET /api/courts': courts! });
    return renderAt(at, <CourtsPage />);
  };

  it('takes its filters from the address and writes them there', async () => {
    show('/courts?surface=hard');
    expect(await screen.findByRole('link', { name: 'Hard House' })).toBeTruthy();
    expect(screen.queryByText('Clay House')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Surface'), 'Clay Court');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/courts?surface=clay'));
    expect((await screen.findByRole('link', { name: 'Clay House' })).getAttribute('href')).toBe('/courts/clay');
    expect(screen.queryByText('Hard House')).toBeNull();
  });

  it('stays where asking for it again fails', async () => {
    let works = true;
    const client = show('/courts', () => (works ? [200, [clay]] : [500, {}]));
    await screen.findByRole('link', { name: 'Clay House' });
    works = false;
    await act(() => client.invalidateQueries());
    expect(screen.getByRole('link', { name: 'Clay House' })).toBeTruthy();
    expect(screen.queryByText('Failed to fetch courts')).toBeNull();
  });

  it('shows more on demand, until there is no more', async () => {
    show('/courts');
    await screen.findByRole('link', { name: 'Clay House' });
    expect(screen.getByText('2 courts')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show more courts' }));
    expect(await screen.findByRole('link', { name: 'Hard House' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clay House' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more courts' })).toBeNull();
  });

  it('says honestly that nothing fits before it shows all', async () => {
    show('/courts?search=Oslo');
    expect(await screen.findByText('No court matches these filters, so here are all 2.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('2 courts')).toBeTruthy();
  });

  it('tells what it does while it loads and when there is nothing', async () => {
    show('/courts', () => [200, []]);
    expect(screen.getByText('Loading exclusive courts...')).toBeTruthy();
    expect(await screen.findByText('No courts available')).toBeTruthy();
  });
});
