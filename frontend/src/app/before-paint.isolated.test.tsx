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
  const sendBeacon = jest.fn((_path: string, _body: Blob) => true);
  const fail = (target: EventTarget) => target.dispatchEvent(new Event('error'));
  const script = (src: string) =>
    document.head.appendChild(Object.assign(document.createElement('script'), { src }));
  const reject = (reason: unknown) =>
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const isFailed = () => root.hasAttribute('data-failed');
  const sentReports = () =>
    Promise.all(
      sendBeacon.mock.calls.map(
        async ([, body]) => (JSON.parse(await body.text()) as { reports: unknown[] }).reports[0],
      ),
    );

  beforeEach(() => {
    sendBeacon.mockClear();
    Object.assign(navigator, { sendBeacon });
  });
  // Earlier runs of the script still listen.
  afterEach(() => void document.dispatchEvent(new Event('courtly:ready')));

  it('before React has rendered marks the page until React renders after all', async () => {
    await paint();
    fail(document.head.appendChild(document.createElement('img')));
    expect(isFailed()).toBe(false);
    fail(script('/assets/index.js?v=1'));
    expect(isFailed()).toBe(true);
    expect(await sentReports()).toMatchObject([{ message: 'http://localhost/assets/index.js' }]);
    document.dispatchEvent(new Event('courtly:ready'));
    expect(isFailed()).toBe(false);
  });

  it('while it runs marks the page, too', async () => {
    await paint();
    const place = { filename: 'http://localhost/assets/index.js', lineno: 3 };
    dispatchEvent(new ErrorEvent('error', { message: 'x is undefined', ...place }));
    expect(isFailed()).toBe(true);
    expect(await sentReports()).toMatchObject([
      { message: 'x is undefined', stack: 'http://localhost/assets/index.js:3' },
    ]);
  });

  it('because of a promise marks the page and reports only the name of the error', async () => {
    await paint();
    reject(Object.assign(new Error('409: {"message":"ann@mail.example"}'), { name: 'ApiError' }));
    expect(isFailed()).toBe(true);
    expect(await sentReports()).toMatchObject([{ name: 'ApiError', message: '', stack: '' }]);
  });

  it.each([
    ['a script of an extension', () => fail(script('chrome-extension://x/a.js'))],
    [
      'an error of an extension',
      () => dispatchEvent(new ErrorEvent('error', { filename: 'moz-extension://x/a.js' })),
    ],
    [
      'an error of another site',
      () => dispatchEvent(new ErrorEvent('error', { message: 'Script error.' })),
    ],
    [
      'a promise of an extension',
      () => reject(Object.assign(new Error('a'), { stack: 'at chrome-extension://x/a.js' })),
    ],
    ['a promise without an error', () => reject('closed')],
  ])('is not blamed for %s', async (_what, happen) => {
    await paint();
    happen();
    expect(isFailed()).toBe(false);
    expect(sendBeacon).not.toHaveBeenCalled();
  });

  it('later does not mark the page', async () => {
    await paint();
    document.dispatchEvent(new Event('courtly:ready'));
    fail(script('/assets/index.js'));
    expect(isFailed()).toBe(false);
  });
});
