import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { ShownRate } from './price';

afterEach(cleanup);

it('shows the price of an hour with a note on what it includes', () => {
  const { container } = render(<ShownRate price={{ amount: '356.40', note: 'incl. fees' }} />);
  expect(container.textContent).toBe('$356.40 an hourincl. fees');
});

it('shows an hourly rate without a note', () => {
  render(<ShownRate price={{ amount: '300.00', note: null }} />);
  expect(screen.getByText('an hour').textContent).toBe('$300 an hour');
});
