import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@courtly/contracts/identity';
import sharp from 'sharp';
import { createApp } from '../../../app.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { hugePng, photo } from '../../../../testing/photos.js';
import { VaultKeys } from '../../../platform/vault/person-keys.js';

let courtly: Courtly;
let blue: Buffer;
let red: Buffer;
beforeAll(async () => {
  courtly = await startCourtly();
  [blue, red] = await Promise.all([
    photo({ width: 900, height: 600, background: 'blue' }),
    photo({ background: 'red', format: 'png' }),
  ]);
});
afterAll(() => courtly?.stop());

const set = ({ agent }: Member, picture: Buffer, name = 'me.jpg') =>
  agent.put('/api/auth/me/picture').attach('picture', picture, name);
const avatarOf = async ({ agent }: Member) =>
  ((await agent.get('/api/auth/me').expect(200)).body as User).avatar;
const filesOf = ({ user }: Member) =>
  readdir(join(courtly.config.UPLOADS_FOLDER, 'people', user.id)).catch(() => [] as string[]);
const cookieOf = async ({ email, password }: Member) => {
  const response = await courtly
    .visitor()
    .post('/api/auth/login')
    .send({ email, password })
    .expect(200);
  return response
    .get('Set-Cookie')!
    .find((cookie) => cookie.startsWith('courtly='))!
    .split(';')[0]!;
};
const nameIn = (address: string | null) => address!.split('/').at(-1)!;

describe('a profile picture', () => {
  it('becomes a square WebP under its own name, visible only to its owner', async () => {
    const [member, stranger] = await Promise.all([courtly.register(), courtly.register()]);
    const { avatar } = (await set(member, blue, '../../me.jpg').expect(200)).body as User;
    expect(avatar).toMatch(
      new RegExp(`^/api/photos/people/${member.user.id}/[0-9a-f]{32}\\.webp$`),
    );
    expect(await avatarOf(member)).toBe(avatar);
    const pictureResponse = await member.agent.get(avatar!).expect(200).responseType('blob');
    expect(pictureResponse.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(pictureResponse.body as Buffer).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 512,
    });
    await stranger.agent.get(avatar!).expect(404);
    await courtly.visitor().get(avatar!).expect(401);
  });

  it('deletes the previous file when replaced', async () => {
    const member = await courtly.register();
    const first = ((await set(member, blue).expect(200)).body as User).avatar;
    const second = ((await set(member, red).expect(200)).body as User).avatar;
    expect(await filesOf(member)).toEqual([nameIn(second)]);
    await member.agent.get(first!).expect(404);
    await member.agent.get(second!).expect(200);
  });

  it('keeps one of two simultaneous uploads', async () => {
    const member = await courtly.register();
    await Promise.all([set(member, blue).expect(200), set(member, red).expect(200)]);
    expect(await filesOf(member)).toEqual([nameIn(await avatarOf(member))]);
  });

  it('is stored once for retried requests, even after another upload', async () => {
    const member = await courtly.register();
    const idempotencyKey = randomUUID();
    const firstResponse = await set(member, blue)
      .set('Idempotency-Key', idempotencyKey)
      .expect(200);
    expect(
      (await set(member, blue).set('Idempotency-Key', idempotencyKey).expect(200)).body,
    ).toEqual(firstResponse.body);
    const { avatar } = (await set(member, red).expect(200)).body as User;
    await set(member, blue).set('Idempotency-Key', idempotencyKey).expect(200);
    expect(await filesOf(member)).toEqual([nameIn(avatar)]);
  });

  it('records its removal once', async () => {
    const member = await courtly.register();
    const { avatar } = (await set(member, blue).expect(200)).body as User;
    const remove = () => member.agent.delete('/api/auth/me/picture').expect(200);
    expect((await remove()).body).toEqual(member.user);
    expect((await remove()).get('Courtly-Position')).toBeUndefined();
    await member.agent.get(avatar!).expect(404);
    expect(await filesOf(member)).toEqual([]);
  });

  it('stays encrypted in the log, and disappears with the account', async () => {
    const member = await courtly.register();
    const { avatar } = (await set(member, blue).expect(200)).body as User;
    const events = await courtly.app.get(EventStore).read(`user-${member.user.id}`);
    expect(JSON.stringify(events)).not.toContain(nameIn(avatar));
    const cookie = await cookieOf(member);
    await courtly.app.get(VaultKeys).eraseKey(member.user.id, new Date().toISOString());
    const otherApp = await createApp({ ...courtly.config, ROLES: ['api'] });
    try {
      await otherApp.listen(0, '127.0.0.1');
      const response = await fetch(`${await otherApp.getUrl()}${avatar}`, {
        headers: { Cookie: cookie },
      });
      // Even an old cookie does not sign in an erased user.
      expect(response.status).toBe(401);
    } finally {
      await otherApp.close();
    }
  });
});

describe('an invalid picture upload', () => {
  const hostile: [string, () => Buffer, number, string][] = [
    ['text that calls itself a JPEG', () => Buffer.from('no image'), 415, 'unsupported_image'],
    [
      'a script in an SVG',
      () => Buffer.from('<svg><script>1</script></svg>'),
      415,
      'unsupported_image',
    ],
    ['50,000 times 50,000 pixels', () => hugePng(50_000, 50_000), 415, 'unsupported_image'],
    ['a file of 5 MB and a byte', () => Buffer.alloc(5 * 1024 * 1024 + 1, blue), 413, 'too_large'],
  ];
  it.each(hostile)('is rejected: %s', async (_, file, status, code) => {
    const member = await courtly.register();
    const response = await set(member, file());
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(await filesOf(member)).toEqual([]);
    expect(await avatarOf(member)).toBeNull();
  });

  it('is rejected if the request contains no file or several', async () => {
    const member = await courtly.register();
    await member.agent.put('/api/auth/me/picture').field('a', 'b').expect(400);
    const two = await set(member, blue).attach('picture', red, 'two.png').expect(400);
    expect(two.body.message).toBe('Send exactly one picture.');
    expect(await filesOf(member)).toEqual([]);
  });
});
