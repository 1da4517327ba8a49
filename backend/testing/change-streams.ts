import { type MarkedClub, memberRoles } from './marked-club.js';

/** Subscribes every member and a visitor to all changes. `received` is the text of each stream. */
export const listenToChanges = async ({
  courtly,
  members,
}: Pick<MarkedClub, 'courtly' | 'members'>) => {
  const received: Record<string, string> = {};
  const closing = new AbortController();
  const listen = async (caller: string, cookie: string) => {
    received[caller] = '';
    const { body } = await fetch(`${courtly.base}/api/stream`, {
      headers: { Cookie: cookie },
      signal: closing.signal,
    });
    const read = async () => {
      for await (const text of body!.pipeThrough(new TextDecoderStream())) received[caller] += text;
    };
    read().catch(() => undefined);
  };
  await listen('visitor', '');
  for (const role of memberRoles) {
    const { email, password } = members[role];
    const signIn = courtly.visitor().post('/api/auth/login').send({ email, password });
    const cookies = (await signIn.expect(200)).get('Set-Cookie') ?? [];
    await listen(role, cookies.map((cookie) => cookie.split(';')[0]!).join('; '));
  }
  return { received, close: () => closing.abort() };
};
