import type { ReadModelChange } from '@courtly/contracts/stream';
import type { Courtly, Member } from './courtly.js';

/** Collects the live updates of a member, or of a visitor. */
export const listen = async ({ base }: Courtly, member: Member | null) => {
  const stopping = new AbortController();
  const headers: Record<string, string> = {};
  if (member) {
    const { email, password } = member;
    const requestBody = JSON.stringify({ email, password });
    const json = { 'Content-Type': 'application/json' };
    const signedIn = await fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: requestBody,
    });
    const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
    headers['Cookie'] = cookies.join('; ');
  }
  const response = await fetch(`${base}/api/stream`, { headers, signal: stopping.signal });
  const changes: ReadModelChange[] = [];
  const read = async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      for (const [, data] of text.matchAll(/^event: change\n(?:id: .*\n)?data: (.*)$/gm))
        changes.push(JSON.parse(data!));
  };
  read().catch(() => undefined);
  return {
    changes,
    /** The changed documents of a read model, in the order of the updates. */
    idsOf: (name: string) =>
      changes.flatMap(({ readModel, ids }) => (readModel === name ? ids : [])),
    type: response.headers.get('content-type'),
    stop: () => stopping.abort(),
  };
};
