import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

const root = document.documentElement;
let painted = 0;
/** Runs the script again, as loading a new page would. */
const paint = (): Promise<unknown> => import(`./before-paint.js?${(painted += 1)}`);

beforeEach(() => {
  Object.assign(globalThis, { CSS: { supports: () => true } });
  Object.assign(HTMLElement.prototype, { popover: null });
});
afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
});

it('marks the page in an outdated browser', async () => {
  Object.assign(globalThis, { CSS: { supports: () => false } });
  await paint();
  expect(root.hasAttribute('data-outdated')).toBe(true);
});

it('applies the saved theme in a supported browser', async () => {
  localStorage.setItem('courtly:theme', 'dark');
  await paint();
  expect(root.getAttributeNames()).toEqual(['data-theme']);
  expect(root.dataset['theme']).toBe('dark');
});

it('ignores blocked storage', async () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden');
  });
  await paint();
  expect(root.getAttributeNames()).toEqual([]);
});

it('submits a form again once React has loaded', async () => {
  await paint();
  const form = document.body.appendChild(document.createElement('form'));
  const submissions: boolean[] = [];
  const submit = (): boolean =>
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect([submit(), submit()]).toEqual([false, false]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submissions.push(true);
  });
  for (let renders = 0; renders < 2; renders += 1)
    document.dispatchEvent(new Event('courtly:ready'));
  expect(submissions).toHaveLength(1);
  form.remove();
});

describe('a script that fails', () => {
  const fail = (target: EventTarget) => target.dispatchEvent(new Event('error'));
  const isFailed = () => root.hasAttribute('data-failed');

  it('before React has rendered marks the page until React renders after all', async () => {
    await paint();
    fail(document.head.appendChild(document.createElement('img')));
    expect(isFailed()).toBe(false);
    fail(document.head.appendChild(document.createElement('script')));
    expect(isFailed()).toBe(true);
    document.dispatchEvent(new Event('courtly:ready'));
    expect(isFailed()).toBe(false);
  });

  it('while it runs marks the page, too', async () => {
    await paint();
    fail(window);
    expect(isFailed()).toBe(true);
  });

  it('later does not mark the page', async () => {
    await paint();
    document.dispatchEvent(new Event('courtly:ready'));
    fail(document.head.appendChild(document.createElement('script')));
    expect(isFailed()).toBe(false);
  });
});
