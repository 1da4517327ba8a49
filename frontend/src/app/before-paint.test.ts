import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';

const root = document.documentElement;
let painted = 0;
/** Runs the script once more, as another page would. */
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

it('marks the page of a browser that is too old', async () => {
  Object.assign(globalThis, { CSS: { supports: () => false } });
  await paint();
  expect(root.hasAttribute('data-outdated')).toBe(true);
});

it('marks no other, and takes over the theme that was chosen', async () => {
  localStorage.setItem('courtly:theme', 'dark');
  await paint();
  expect(root.getAttributeNames()).toEqual(['data-theme']);
  expect(root.dataset['theme']).toBe('dark');
});

it('goes on where storage is forbidden', async () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden');
  });
  await paint();
  expect(root.getAttributeNames()).toEqual([]);
});

it('keeps the browser from sending a form before the page can', async () => {
  await paint();
  const form = document.body.appendChild(document.createElement('form'));
  const event = new Event('submit', { bubbles: true, cancelable: true });
  form.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  form.remove();
});
