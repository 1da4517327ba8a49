import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { BookingSteps } from './booking-steps';

afterEach(cleanup);

const currentSteps = () =>
  screen
    .getAllByRole('listitem')
    .filter((step) => step.ariaCurrent ?? step.getAttribute('aria-current'))
    .map(({ textContent }) => textContent);

it('marks and announces the current step', () => {
  const { rerender } = render(<BookingSteps current="Pay" />);
  expect(screen.getByRole('status').textContent).toBe('Step 3 of 4: Pay');
  expect(currentSteps()).toEqual(['Pay']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'When (done)',
    'Waiver (done)',
    'Pay',
    'Done',
  ]);
  rerender(<BookingSteps current="Done" />);
  expect(screen.getByRole('status').textContent).toBe('Step 4 of 4: Done');
  expect(currentSteps()).toEqual(['Done']);
});
