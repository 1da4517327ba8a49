import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';

jest.unstable_mockModule('sonner/dist/styles.css', () => ({}));
const { toast } = await import('./toast');
const { Toaster } = await import('./toaster');

it('stands beside the page from the start, so that no toast is lost', async () => {
  document.body.innerHTML = '<div id="toasts"></div>';
  render(<Toaster />);
  toast('Booking Approved', 'The booking has been confirmed.');
  const shown = await screen.findByText('Booking Approved');
  expect(document.getElementById('toasts')!.contains(shown)).toBe(true);
});
