import { type BrowserContext, type Page, expect, test as base } from '@playwright/test';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { User } from '@courtly/contracts/identity';
import { Api } from './api';
import { prepareFirefox, typeAsPeopleDo } from './firefox';
import { canReadMails, linkIn } from './mails';
import { watchErrors } from './watch';

/** A user with their browser context. */
export type Visitor = { context: BrowserContext; page: Page; api: Api };
export type Member = Visitor & { me: User };

type DemoPlayer = 'pavel' | 'rosa' | 'imani' | 'grace' | 'finn' | 'theo' | 'yuki' | 'noor';
export type DemoPerson = DemoPlayer | 'hana' | 'marcus' | 'lucia' | 'desmond' | 'avery';

type Journey = {
  /** The expected problems, such as `/^409 POST/`. Any other problem fails the journey. */
  expected: RegExp[];
  arrive: () => Promise<Visitor>;
  /** Creates an account and signs in with it. */
  join: (firstName: string, role?: 'player' | 'owner') => Promise<Member>;
  /** Creates a player who has used the link in the registration email. */
  verified: (firstName: string) => Promise<Member>;
  /**
   * Signs in a demo user, for pages that need data. Journeys that change data use new users
   * instead.
   */
  signIn: (username: DemoPerson) => Promise<Member>;
  /** Creates a player who has accepted the waiver. */
  player: (firstName: string) => Promise<Member>;
  /** Creates a player with an approved application for a monthly membership. */
  applicant: (firstName: string) => Promise<Member>;
  /** Creates a host with a court that no other journey uses. */
  host: (courtName: string) => Promise<Member & { court: CourtDetail }>;
};

export const test = base.extend<Journey>({
  expected: async ({ baseURL: _ }, use) => use([]),
  arrive: async ({ browser, browserName, baseURL, expected }, use) => {
    if (browserName === 'firefox') prepareFirefox(browser);
    const troubles: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      if (browserName === 'firefox') await typeAsPeopleDo(context);
      watchErrors(context, baseURL!, troubles);
      const api = new Api(context.request);
      context.on('response', (response) => api.saw(response.headers()['courtly-position']));
      return { context, page: await context.newPage(), api };
    });
    const unexpected = troubles.filter((trouble) => !expected.some((words) => words.test(trouble)));
    for (const context of contexts) await context.close();
    expect(unexpected, `nothing else goes wrong: ${unexpected.join('; ')}`).toEqual([]);
  },
  join: async ({ arrive }, use) =>
    use(async (firstName, role = 'player') => {
      const visitor = await arrive();
      return { ...visitor, me: await visitor.api.register(firstName, role) };
    }),
  verified: async ({ join }, use) =>
    use(async (firstName) => {
      base.skip(!canReadMails, 'the emails of this Courtly are not readable');
      const member = await join(firstName);
      await expect.poll(() => linkIn(member.me.email, '/verify-email')).not.toBe('');
      const link = await linkIn(member.me.email, '/verify-email');
      await member.api.verifyEmail(link.split('#')[1]!);
      return member;
    }),
  signIn: async ({ arrive }, use) =>
    use(async (username) => {
      const visitor = await arrive();
      return {
        ...visitor,
        me: await visitor.api.signIn(`${username}@courtly.example`, 'courtly-demo'),
      };
    }),
  player: async ({ join }, use) =>
    use(async (firstName) => {
      const member = await join(firstName);
      await member.api.acceptWaiver();
      return member;
    }),
  applicant: async ({ player, signIn }, use) =>
    use(async (firstName) => {
      const [member, admin] = [await player(firstName), await signIn('avery')];
      await member.api.applyAsPlayer(member.me);
      await admin.api.approvePlayer(member.me.email);
      await expect.poll(() => linkIn(member.me.email, '/invited')).not.toBe('');
      const link = await linkIn(member.me.email, '/invited');
      await member.api.claimApplication(
        new URL(link, 'http://courtly.example').searchParams.get('token')!,
      );
      return member;
    }),
  host: async ({ join }, use) =>
    use(async (courtName) => {
      const member = await join('Hollis', 'owner');
      return { ...member, court: await member.api.listCourt(courtName) };
    }),
});

export { expect };
