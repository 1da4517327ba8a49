import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from './dialog';
import { lazyDialog } from './lazy-dialog';

type Props = { open: boolean; onClose: () => void };
const Waiver = (props: Props) => (
  <Dialog {...props} title="Player waiver">
    <p>Text</p>
  </Dialog>
);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

let isOnline: boolean;
const show = () => {
  isOnline = false;
  const LazyWaiver = lazyDialog<Props>(() =>
    isOnline
      ? Promise.resolve(Waiver)
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  function Panel() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Phone" />
        <button onClick={() => setOpen(true)}>Book Now</button>
        <LazyWaiver open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  render(<Panel />);
};

beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue(undefined));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

it('a dialog with a missing chunk shows an error and keeps the page state', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Phone'), '480');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Book Now');
  expect(await screen.findByRole('dialog', { name: "This didn't load" })).toBeTruthy();
  await press('Try Again');
  expect(await screen.findByRole('dialog', { name: "This didn't load" })).toBeTruthy();
  isOnline = true;
  await press('Try Again');
  expect(await screen.findByRole('dialog', { name: 'Player waiver' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('480');
});

it('a dialog with a missing chunk can be closed', async () => {
  show();
  await press('Book Now');
  await screen.findByRole('dialog', { name: "This didn't load" });
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Book Now' }));
});
