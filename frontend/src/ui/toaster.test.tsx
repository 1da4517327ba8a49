import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';

// jsdom has no matchMedia.
Object.assign(globalThis, {
  matchMedia: () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
const { toast: sonner } = await import('sonner');
const { toast } = await import('./toast');
const { Toaster } = await import('./toaster');

afterEach(() => {
  sonner.dismiss();
  cleanup();
});

it('announces a toast to screen readers', async () => {
  render(<Toaster />);
  toast('Booking Approved', 'The booking has been confirmed.');
  const toastTitle = await screen.findByText('Booking Approved');
  expect(toastTitle.closest('[aria-live]')!.getAttribute('aria-live')).toBe('polite');
});

it('leaves focus where the user moved it from a toast', async () => {
  render(
    <>
      <button>Cancel Booking</button>
      <Toaster />
      <button>Close</button>
    </>,
  );
  toast('Booking Canceled');
  const toastItem = (await screen.findByText('Booking Canceled')).closest('li')!;
  screen.getByRole('button', { name: 'Cancel Booking' }).focus();
  toastItem.focus();
  fireEvent.focusOut(toastItem, { relatedTarget: screen.getByRole('button', { name: 'Close' }) });
  expect(document.activeElement).toBe(toastItem);
});
