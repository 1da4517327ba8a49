import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';

// jsdom has no matchMedia.
Object.assign(globalThis, {
  matchMedia: () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
const { toast: sonner } = await import('sonner');
// Other test files share the worker's modules, and may have loaded the toaster.
const ownModule = './toast.ts?own';
const { toast, toastError } = (await import(ownModule)) as typeof import('./toast');

const toasterElement = document.createElement('div');
toasterElement.id = 'toasts';

beforeEach(() => {
  document.body.append(toasterElement);
  // The toaster has its own root, whose updates are not part of the tests' renders.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
afterEach(() => {
  sonner.dismiss();
  cleanup();
  jest.restoreAllMocks();
});

it('shows an error in a browser dialog if the toaster cannot load, and loads it for the next one', async () => {
  const alert = jest.spyOn(globalThis, 'alert').mockImplementation(() => undefined);
  jest.spyOn(document, 'getElementById').mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  toastError("Your changes couldn't be saved", 'Try again.');
  await waitFor(() =>
    expect(alert.mock.calls).toEqual([["Your changes couldn't be saved\n\nTry again."]]),
  );
  toast('Changes saved');
  await screen.findByText('Changes saved');
  expect(alert).toHaveBeenCalledTimes(1);
});

it('announces a toast to screen readers', async () => {
  toast('Booking Approved', 'The booking has been confirmed.');
  const toastTitle = await screen.findByText('Booking Approved');
  expect(toastTitle.closest('[aria-live]')!.getAttribute('aria-live')).toBe('polite');
});

it('leaves focus where the user moved it from a toast', async () => {
  render(
    <>
      <button>Cancel Booking</button>
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
