import type { User } from '@courtly/contracts/identity';
import { anAdmin } from './admin.js';
import type { Courtly, Member } from './courtly.js';
import { photo } from './photos.js';
import { waiverConsent } from './waiver-consent.js';

/** The members of the club, by their relation to the player. Their texts start with the name. */
export const memberNames = {
  player: 'pavel',
  opponent: 'olga',
  host: 'hana',
  otherHost: 'otto',
  blocked: 'bert',
  stranger: 'sven',
} as const;
export type MemberRole = keyof typeof memberNames;
export const memberRoles = Object.keys(memberNames) as MemberRole[];

/** The ids and texts of people, by names such as `player.lastName`. */
export type Markers = Record<string, string[]>;

export type MarkedClub = Readonly<{
  courtly: Courtly;
  members: Record<MemberRole, Member>;
  admin: Member;
  markers: Markers;
  mark(name: string, ...values: string[]): void;
  /** Returns a text that no one else writes. */
  textOf(author: MemberRole | 'admin' | 'applicant', what: string): string;
}>;

const namesOfOthers = { admin: 'ada', applicant: 'abe' } as const;

/** Registers the members and an admin with unmistakable details. */
export const registerMarkedClub = async (courtly: Courtly): Promise<MarkedClub> => {
  const markers: Markers = {};
  const mark: MarkedClub['mark'] = (name, ...values) =>
    void (markers[name] = [...(markers[name] ?? []), ...values]);
  const textOf: MarkedClub['textOf'] = (author, what) => {
    const text = `${{ ...memberNames, ...namesOfOthers }[author]}-${what}`;
    mark(`${author}.${what}`, text);
    return text;
  };
  const admin = await anAdmin(courtly);
  mark('admin.id', admin.user.id);
  mark('admin.account', admin.email, admin.user.username);
  const members = {} as Record<MemberRole, Member>;
  for (const [index, role] of memberRoles.entries())
    members[role] = await registerMember(courtly, role, index, mark, textOf);
  await setAudience(members.player, 'opponents');
  await setAudience(members.blocked, 'only_me');
  return { courtly, members, admin, markers, mark, textOf };
};

const setAudience = ({ agent }: Member, pageAudience: string) =>
  agent.put('/api/auth/me/privacy').send({ pageAudience }).expect(200);

const registerMember = async (
  courtly: Courtly,
  role: MemberRole,
  index: number,
  mark: MarkedClub['mark'],
  textOf: MarkedClub['textOf'],
): Promise<Member> => {
  const name = memberNames[role];
  const names = { firstName: textOf(role, 'first'), lastName: textOf(role, 'last') };
  const phone = `480555010${index}`;
  const email = `${name}@letters.test`;
  const username = textOf(role, 'username');
  const accountRole = role === 'host' || role === 'otherHost' ? 'owner' : 'player';
  const member = await courtly.register(accountRole, { ...names, phone, email, username });
  mark(`${role}.id`, member.user.id);
  mark(`${role}.phone`, phone);
  mark(`${role}.email`, email);
  const { agent } = member;
  void agent.set('User-Agent', textOf(role, 'browser'));
  await courtly.verifyEmail(member);
  await agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
  const profile = { ...names, phone, homeCity: textOf(role, 'city') };
  await agent.patch('/api/auth/me').send(profile).expect(200);
  const upload = agent.put('/api/auth/me/picture').attach('picture', await photo({}), 'me.jpg');
  mark(`${role}.picture`, ((await upload.expect(200)).body as User).avatar!);
  return member;
};
