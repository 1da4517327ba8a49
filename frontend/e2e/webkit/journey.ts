import { writeFile } from 'node:fs/promises';
import { type APIRequestContext, expect, test as base } from '@playwright/test';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { User } from '@courtly/contracts/identity';
import { Api } from '../api';
import { type WebKit, makeHome, openWebKit } from './driver';
import { Screen } from './screen';

/** A user, and the WebKit window that they use. */
export type Visitor = { screen: Screen; api: Api };
export type Member = Visitor & { me: User };

type Journey = {
  arrive: () => Promise<Visitor>;
  /** Creates an account and signs in with it. */
  join: (firstName: string, role?: 'player' | 'owner') => Promise<Member>;
  /** A player who has accepted the waiver. */
  player: (firstName: string) => Promise<Member>;
  /** A host with a court that no other journey uses. */
  host: (courtName: string) => Promise<Member & { court: CourtDetail }>;
};

/** The driver sets cookies only for an open page, so this opens a small one. */
const giveCookies = async ({ driver }: WebKit, request: APIRequestContext, origin: string) => {
  await driver.get(`${origin}/robots.txt`);
  const { cookies } = await request.storageState();
  for (const { name, value, path, httpOnly } of cookies)
    await driver.manage().addCookie({ name, value, path, httpOnly });
};

type Opened = { webkit: WebKit; request: APIRequestContext };

export const test = base.extend<Journey & { open: () => Promise<Opened> }, { home: string }>({
  home: [
    async ({ browserName: _ }, use) => {
      const { home, remove } = makeHome();
      await use(home);
      remove();
    },
    { scope: 'worker' },
  ],
  open: async ({ playwright, baseURL, viewport, timezoneId, home }, use, testInfo) => {
    const opened: Opened[] = [];
    await use(async () => {
      const webkit = await openWebKit(home, timezoneId!, viewport!);
      const request = await playwright.request.newContext({ baseURL: baseURL! });
      opened.push({ webkit, request });
      return { webkit, request };
    });
    for (const each of opened) {
      if (testInfo.status !== testInfo.expectedStatus) {
        const path = testInfo.outputPath(`screen-${opened.indexOf(each) + 1}.png`);
        await writeFile(path, await each.webkit.driver.takeScreenshot(), 'base64');
      }
      await each.webkit.quit();
      await each.request.dispose();
    }
  },
  arrive: async ({ open, baseURL }, use) =>
    use(async () => {
      const { webkit, request } = await open();
      return { screen: new Screen(webkit.driver, baseURL!), api: new Api(request) };
    }),
  join: async ({ open, baseURL }, use) =>
    use(async (firstName, role = 'player') => {
      const { webkit, request } = await open();
      const api = new Api(request);
      const me = await api.register(firstName, role);
      await giveCookies(webkit, request, baseURL!);
      return { screen: new Screen(webkit.driver, baseURL!), api, me };
    }),
  player: async ({ join }, use) =>
    use(async (firstName) => {
      const member = await join(firstName);
      await member.api.acceptWaiver();
      return member;
    }),
  host: async ({ join }, use) =>
    use(async (courtName) => {
      const member = await join('Hollis', 'owner');
      return { ...member, court: await member.api.listCourt(courtName) };
    }),
});

export { expect };
