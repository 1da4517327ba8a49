import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';

// jsdom has no window of any width.
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
});
jest.unstable_mockModule('sonner/dist/styles.css', () => ({}));
const { toast } = await import('./toast');
const { Toaster } = await import('./toaster');

it('shows what happened, aloud', async () => {
  render(<Toaster />);
  toast('Booking Approved', 'The booking has been confirmed.');
  const shown = await screen.findByText('Booking Approved');
  expect(shown.closest('[aria-live]')!.getAttribute('aria-live')).toBe('polite');
});
