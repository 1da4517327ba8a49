import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { Key, type WebDriver, WebElement, error } from 'selenium-webdriver';
import { expect } from '@playwright/test';

const library = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

/** Locates elements by role and name, label, or text. */
export type Target =
  | { role: string; name?: string | RegExp; checked?: boolean; selected?: boolean }
  | { label: string | RegExp }
  | { text: string | RegExp };

type Words = { exact: string } | { source: string; flags: string };
const asWords = (words: string | RegExp): Words =>
  typeof words === 'string' ? { exact: words } : { source: words.source, flags: words.flags };
const asSent = (target: Target) =>
  Object.fromEntries(
    Object.entries(target).map(([key, value]) => [
      key,
      key !== 'role' && typeof value !== 'boolean' ? asWords(value as string | RegExp) : value,
    ]),
  );

/** Runs in the page. Returns null if a navigation has discarded the library. */
const search = `
  if (!('TestingLibraryDom' in window)) return null;
  const words = ({ exact, source, flags }) => exact ?? new RegExp(source, flags);
  const find = (root, { role, name, label, text, ...state }) => {
    const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom;
    if (role) return queryAllByRole(root, role, { ...(name && { name: words(name) }), ...state });
    return label ? queryAllByLabelText(root, words(label)) : queryAllByText(root, words(text), { ignore: 'title, script' });
  };
  return arguments[0]
    .reduce((roots, target) => [...new Set(roots.flatMap((root) => find(root, target)))], [document.body])
    .filter((element) => element.checkVisibility());
`;

/**
 * Runs in the page. The driver scrolls an element only to the edge, where a fixed bar may cover it.
 */
const standsStill = `
  const [element, done] = arguments;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = () => JSON.stringify(element.getBoundingClientRect());
  document.fonts.ready.then(() => {
    const before = place();
    requestAnimationFrame(() => requestAnimationFrame(() => done(place() === before)));
  });
`;

/** The visible page in a WebKit window. Every action waits until it is possible. */
export class Screen {
  constructor(
    readonly driver: WebDriver,
    private readonly origin: string,
    private readonly inside: readonly Target[] = [],
  ) {}

  within = (...targets: Target[]) =>
    new Screen(this.driver, this.origin, [...this.inside, ...targets]);

  open = (path: string) => this.driver.get(this.origin + path);

  /** All visible matches; empty during a navigation. */
  async findAll(target: Target): Promise<WebElement[]> {
    try {
      const elements = await this.driver.executeScript<WebElement[] | null>(
        search,
        [...this.inside, target].map(asSent),
      );
      if (elements) return elements;
      await this.driver.executeScript(library);
      return await this.findAll(target);
    } catch (problem) {
      if (
        problem instanceof error.NoSuchFrameError ||
        problem instanceof error.StaleElementReferenceError
      )
        return [];
      throw problem;
    }
  }

  /** The first visible match. */
  async see(target: Target): Promise<WebElement> {
    let element: WebElement | undefined;
    await expect
      .poll(async () => (element = (await this.findAll(target))[0]) !== undefined, {
        message: `sees ${asText(target)}`,
      })
      .toBe(true);
    return element!;
  }

  waitUntilGone = (target: Target) =>
    expect
      .poll(async () => (await this.findAll(target)).length, {
        message: `does not see ${asText(target)}`,
      })
      .toBe(0);

  /**
   * Runs the action on the element once it stops moving. Tries again if it is re-rendered or
   * covered.
   */
  async act(target: Target, action: (element: WebElement) => Promise<void>): Promise<void> {
    await expect(async () => {
      const [element] = await this.findAll(target);
      if (!element) throw new Error(`There is no ${asText(target)}`);
      if (!(await this.driver.executeAsyncScript<boolean>(standsStill, element)))
        throw new Error('It moves');
      await action(element).catch((problem: Error) =>
        Promise.reject(new Error(`${problem.name} ${problem.message}`)),
      );
    }).toPass();
  }

  press = (target: Target) => this.act(target, (element) => element.click());

  /** Moves the pointer to an element that may still be moving. */
  pointAt = (target: Target) =>
    expect(async () => {
      const origin = await this.see(target);
      await this.driver.actions().move({ origin }).perform();
    }).toPass();

  fill = (label: string | RegExp, text: string) =>
    this.act({ label }, async (element) => {
      await element.clear();
      await element.sendKeys(text);
      expect(await element.getAttribute('value')).toBe(text);
    });

  choose = (label: string | RegExp, option: string) =>
    this.act({ label }, async (select) => {
      for (const each of await select.findElements({ css: 'option' }))
        if ((await each.getText()) === option) return each.click();
      throw new Error(`There is no ${option}`);
    });

  keys = (...keys: string[]) =>
    this.driver
      .actions()
      .sendKeys(...keys)
      .perform();

  async hasFocus(target: Target): Promise<boolean> {
    const [element] = await this.findAll(target);
    return (
      element !== undefined && WebElement.equals(element, this.driver.switchTo().activeElement())
    );
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: Target, presses = 60): Promise<void> {
    await this.see(target);
    for (let pressed = 0; pressed < presses; pressed += 1) {
      await this.keys(Key.TAB);
      if (await this.hasFocus(target)) return;
    }
    throw new Error(`Pressing Tab ${presses} times does not reach ${asText(target)}`);
  }

  address = async () => (await this.driver.getCurrentUrl()).slice(this.origin.length);
}

const asText = (target: Target) => Object.values(target).map(String).join(' ');
