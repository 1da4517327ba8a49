import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CourtDrawing } from '../resources/court/court-drawing';
import { CourtImage } from '../resources/court/court-image';
import { Dialog } from './dialog';
import { Tabs } from './tabs';

afterEach(cleanup);

describe('tabs', () => {
  it('move with the arrow keys, Home, and End, and wrap around', async () => {
    const tabs = ['Upcoming', 'Past', 'Canceled'].map((label) => ({
      value: label,
      label,
      count: 0,
      panel: `${label} panel`,
    }));
    render(<Tabs label="Bookings" tabs={tabs} />);
    const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(selectedTab()).toBe('Past0');
    expect(screen.getByRole('tabpanel').textContent).toBe('Past panel');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(selectedTab()).toBe('Upcoming0');
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('Canceled0');
  });
});

describe('a dialog', () => {
  function Example() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Cancel booking</button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Cancel this booking?">
          <button>Yes</button>
        </Dialog>
      </>
    );
  }

  it('takes focus, hides the page from screen readers, and restores both on Escape', async () => {
    render(<Example />);
    const openButton = () => screen.queryByRole('button', { name: 'Cancel booking' });
    await userEvent.click(openButton()!);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel this booking?'));
    expect((await screen.findByRole('dialog')).getAttribute('aria-modal')).toBe('true');
    expect(openButton()).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(openButton()).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel booking');
  });
});

describe('a dialog after a click on its text', () => {
  it('still closes on Escape', async () => {
    const onClose = jest.fn();
    render(
      <Dialog open onClose={onClose} title="Player waiver">
        <p>Long text</p>
      </Dialog>,
    );
    await userEvent.click(screen.getByText('Long text'));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('two dialogs next to each other', () => {
  it('close one after the other on Escape', async () => {
    const onClose = { first: jest.fn(), second: jest.fn() };
    const renderDialogs = (isSecondOpen: boolean) => (
      <>
        <Dialog open onClose={onClose.first} title="Messages">
          <button>Report</button>
        </Dialog>
        <Dialog open={isSecondOpen} onClose={onClose.second} title="Report this message?">
          <button>Send</button>
        </Dialog>
      </>
    );
    const { rerender } = render(renderDialogs(false));
    await screen.findByRole('dialog', { name: 'Messages' });
    rerender(renderDialogs(true));
    await screen.findByRole('dialog', { name: 'Report this message?' });
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Escape}');
    expect(
      [onClose.first.mock.calls, onClose.second.mock.calls].map(({ length }) => length),
    ).toEqual([0, 1]);
    rerender(renderDialogs(false));
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    await userEvent.keyboard('{Escape}');
    expect(onClose.first).toHaveBeenCalledTimes(1);
  });
});

describe('CourtDrawing', () => {
  const drawnAvatar = (seed: string) => {
    const { container } = render(<CourtDrawing surface="grass" seed={seed} view="perspective" />);
    return container.querySelector('svg')!;
  };
  const shapes = (svg: SVGElement) =>
    [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d')).join();

  it('draws the same picture only for the same seed', () => {
    expect(shapes(drawnAvatar('abc'))).toBe(shapes(drawnAvatar('abc')));
    expect(shapes(drawnAvatar('abc'))).not.toBe(shapes(drawnAvatar('abd')));
  });

  it('draws a court the same way in lists and on its own page', () => {
    const structure = (wide: boolean, id: string) => {
      const { container } = render(
        <CourtImage id={id} surfaceType="clay" photo={null} wide={wide} />,
      );
      const svg = container.querySelector('svg')!;
      return [svg.dataset['hour'], shapes(svg).replace(/[^A-Z,]/g, '')];
    };
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(structure(true, id)).toEqual(structure(false, id));
  });

  it('renders once it is near the viewport or printed', () => {
    const come: IntersectionObserverCallback[] = [];
    const everything = globalThis.IntersectionObserver;
    globalThis.IntersectionObserver = class {
      constructor(callback: IntersectionObserverCallback) {
        come.push(callback);
      }
      observe() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver;
    try {
      const [near, printed] = [drawnAvatar('abc'), drawnAvatar('abd')];
      expect(near.childElementCount + printed.childElementCount).toBe(0);
      act(() => come[0]!([{ isIntersecting: true } as IntersectionObserverEntry], null!));
      expect(near.childElementCount).toBeGreaterThan(0);
      expect(printed.childElementCount).toBe(0);
      act(() => void dispatchEvent(new Event('beforeprint')));
      expect(printed.childElementCount).toBeGreaterThan(0);
    } finally {
      globalThis.IntersectionObserver = everything;
    }
  });

  it('renders few elements and only valid numbers', () => {
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const svg = drawnAvatar(seed);
      expect(svg.querySelectorAll('*').length).toBeLessThanOrEqual(80);
      expect(svg.innerHTML).not.toMatch(/NaN|Infinity/);
    }
  });
});
