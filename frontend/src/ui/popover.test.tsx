import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter } from 'react-router-dom';
import { Popover } from './popover';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

it('closes a popover when the page changes below it', async () => {
  const hidePopover = jest.spyOn(HTMLElement.prototype, 'hidePopover');
  render(
    <MemoryRouter>
      <Popover trigger={(triggerProps) => <button {...triggerProps}>Notifications</button>}>
        <Link to="/bookings">Robin wrote to you</Link>
      </Popover>
    </MemoryRouter>,
  );
  expect(hidePopover).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Robin wrote to you'));
  expect(hidePopover.mock.contexts).toEqual([
    screen.getByText('Robin wrote to you').closest('[popover]'),
  ]);
});

it('stays open while its controls change the query string', async () => {
  const hidePopover = jest.spyOn(HTMLElement.prototype, 'hidePopover');
  render(
    <MemoryRouter initialEntries={['/courts']}>
      <Popover changesQuery trigger={(triggerProps) => <button {...triggerProps}>Sport</button>}>
        <Link to="/courts?sport=tennis">Tennis</Link>
        <Link to="/bookings">My Bookings</Link>
      </Popover>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByText('Tennis'));
  expect(hidePopover).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('My Bookings'));
  expect(hidePopover).toHaveBeenCalled();
});
