import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoadMore } from './load-more';

afterEach(cleanup);

const fetchNextPage = jest.fn();
const loadMore = (isFetchNextPageError: boolean, isFetchingNextPage = false) => (
  <LoadMore
    query={{ hasNextPage: true, isFetchingNextPage, isFetchNextPageError, fetchNextPage }}
    itemLabel="courts"
  />
);

describe('the button for the next page', () => {
  it('reports a page that could not be loaded, and loads it again', async () => {
    const { rerender } = render(loadMore(true));
    expect(screen.getByRole('alert').textContent).toBe('Unable to load more courts');
    const button = screen.getByRole('button', { name: 'Load more courts' });
    await userEvent.click(button);
    expect(fetchNextPage).toHaveBeenCalledTimes(1);
    rerender(loadMore(true, true));
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(screen.getByRole('button')).toBe(button);
  });

  it('reports nothing before an error', () => {
    render(loadMore(false));
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});
