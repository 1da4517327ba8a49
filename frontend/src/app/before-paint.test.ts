import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';

const root = document.documentElement;
let painted = 0;
/** Runs the script again, as a new page load would. */
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

it('prevents native form submission before the app loads', async () => {
  await paint();
  const form = document.body.appendChild(document.createElement('form'));
  const event = new Event('submit', { bubbles: true, cancelable: true });
  form.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  form.remove();
});
