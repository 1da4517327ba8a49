import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CourtDetail } from '@courtly/contracts/courts';
import sharp from 'sharp';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { StoreUnavailable } from '../../platform/stores/store-unavailable.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { hugePng, photo } from '../../../testing/photos.js';
import { eventually } from '../../../testing/stores.js';
import { CourtPhotos } from './court-photos.service.js';

let courtly: Courtly;
let hana: Member;
let blue: Buffer;
let red: Buffer;

type File = readonly [content: Buffer, name: string, field?: string];

const form = {
  name: 'Roxbury Court',
  location: 'Beverly Hills',
  address: '471 S Roxbury Dr',
  surfaceType: 'hard',
  hourlyRate: '300.00',
};

const send = (files: readonly File[], fields: Record<string, string> = {}, courtId?: string) => {
  const request = courtId
    ? hana.agent.put(`/api/courts/${courtId}`)
    : hana.agent.post('/api/courts');
  void request.field({ ...form, ...fields });
  for (const [content, name, field = 'photos'] of files) void request.attach(field, content, name);
  return request;
};

const filesOnDisk = async () => {
  const entries = await readdir(courtly.config.UPLOADS_FOLDER, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

beforeAll(async () => {
  courtly = await startCourtly();
  hana = await courtly.register('owner');
  [blue, red] = await Promise.all([
    photo({ background: 'blue' }),
    photo({ background: 'red', format: 'png' }),
  ]);
});

beforeEach(() => rm(courtly.config.UPLOADS_FOLDER, { recursive: true, force: true }));

afterAll(() => courtly?.stop());

describe('photos of a court', () => {
  it('load as immutable WebP files', async () => {
    const listedResponse = await send([
      [blue, 'blue.jpg'],
      [red, 'red.jpg'],
    ]).expect(201);
    const court = listedResponse.body as CourtDetail;
    expect(court.photos).toHaveLength(2);
    await hana.agent.get(court.photos[1]!).expect(200);
    const after = listedResponse.get('Courtly-Position')!;
    const photoResponse = await courtly
      .visitor()
      .get(court.photos[0]!)
      .set('Courtly-After', after)
      .expect(200)
      .responseType('blob');
    expect(photoResponse.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(photoResponse.body as Buffer).metadata()).toMatchObject({
      format: 'webp',
      width: 60,
      height: 40,
    });
  });

  it('are hidden with their court, except from its host and admins', async () => {
    const { body: court } = await send([[blue, 'blue.jpg']]).expect(201);
    const [address] = (court as CourtDetail).photos as [string];
    const status = async (agent: Member['agent']) => (await agent.get(address)).status;
    const visitor = courtly.visitor();
    await eventually('everyone sees the photo', async () => (await status(visitor)) === 200);
    const admin = await anAdmin(courtly);
    await admin.agent
      .post(`/api/admin/courts/${court.id}/hidings`)
      .send({ reason: 'The photo shows a person.' })
      .expect(200);
    await eventually('the photo is hidden', async () => (await status(visitor)) === 404);
    const player = await courtly.register('player');
    expect(await status(player.agent)).toBe(404);
    for (const { agent } of [hana, admin])
      expect((await agent.get(address).expect(200)).headers['cache-control']).toBe(
        'private, no-store',
      );
  });

  it('include a small size for phones', async () => {
    const wide = await photo({ width: 1_200, height: 600 });
    const listedResponse = await send([[wide, 'wide.jpg']]).expect(201);
    const court = listedResponse.body as CourtDetail;
    expect(await filesOnDisk()).toHaveLength(2);
    const widthOf = async (address: string) =>
      (
        await sharp(
          (await hana.agent.get(address).expect(200).responseType('blob')).body as Buffer,
        ).metadata()
      ).width;
    expect(await widthOf(`${court.photos[0]}?width=800`)).toBe(800);
    expect(await widthOf(court.photos[0]!)).toBe(1_200);
    await hana.agent.get(`${court.photos[0]}?width=801`).expect(400);
    const { body: other } = await send([[blue, 'blue.jpg']], { keepPhotos: '[]' }, court.id).expect(
      200,
    );
    await hana.agent.get(`${court.photos[0]}?width=800`).expect(404);
    expect(await filesOnDisk()).toHaveLength(1);
    expect(await widthOf(`${(other as CourtDetail).photos[0]}?width=800`)).toBe(60);
  });

  it('are not duplicated if the listing is sent again', async () => {
    const listAgain = () =>
      send([[blue, 'blue.jpg']])
        .set('Idempotency-Key', 'blue court')
        .expect(201);
    const firstCourt = (await listAgain()).body as CourtDetail;
    expect((await listAgain()).body).toEqual(firstCourt);
    expect(await filesOnDisk()).toHaveLength(1);
    const otherResponse = await send([[red, 'blue.jpg']])
      .set('Idempotency-Key', 'blue court')
      .expect(422);
    expect(otherResponse.body.code).toBe('idempotency_mismatch');
  });

  it('accumulate, can be dropped, and are limited to five', async () => {
    const { body: court } = await send([[blue, 'blue.jpg']]).expect(201);
    const [first] = court.photos as string[];
    const { body: more } = await send([[red, 'red.png']], {}, court.id).expect(200);
    expect(more.photos).toEqual([first, expect.any(String)]);
    const { body: fewer } = await send(
      [],
      { keepPhotos: JSON.stringify([more.photos[1]]) },
      court.id,
    ).expect(200);
    expect(fewer.photos).toEqual([more.photos[1]]);
    const filesBefore = await filesOnDisk();
    const five: File[] = Array.from({ length: 5 }, (_, index) => [blue, `${index}.jpg`]);
    expect((await send(five, {}, court.id).expect(413)).body.code).toBe('too_large');
    await send(
      [[blue, 'blue.jpg']],
      { keepPhotos: '["/api/photos/courts/x/y.webp"]' },
      court.id,
    ).expect(400);
    expect(await filesOnDisk()).toEqual(filesBefore);
  });

  it('disappear with the change that drops them and never return under the same name', async () => {
    const { body: court } = await send([
      [blue, 'blue.jpg'],
      [red, 'red.png'],
    ]).expect(201);
    const [first, second] = court.photos as string[];
    await send([], { keepPhotos: JSON.stringify([second]) }, court.id).expect(200);
    expect(await filesOnDisk()).toEqual([second!.split('/').at(-1)]);
    for (const agent of [hana.agent, courtly.visitor()]) await agent.get(first!).expect(404);
    const { body: again } = await send([[blue, 'blue.jpg']], {}, court.id).expect(200);
    expect(again.photos).toEqual([second, expect.not.stringContaining(first!)]);
    expect(await filesOnDisk()).toHaveLength(2);
  });

  it('load only while the court has them', async () => {
    const { body: court } = await send([[blue, 'blue.jpg']]).expect(201);
    const stray = `courts/${court.id}/${'0'.repeat(32)}.webp`;
    await writeFile(join(courtly.config.UPLOADS_FOLDER, stray), blue);
    for (const agent of [hana.agent, courtly.visitor()])
      await agent.get(`/api/photos/${stray}`).expect(404);
  });

  it('disappear if the listing is refused and stay if its outcome is unknown', async () => {
    const context = { commandId: 'some command' } as CommandContext;
    const list = (error: Error) =>
      courtly.app
        .get(CourtPhotos)
        .storeDuring('nowhere', [{ buffer: blue }], context, () => Promise.reject(error));
    await expect(list(new StoreUnavailable('EventStoreDB'))).rejects.toThrow(StoreUnavailable);
    expect(await filesOnDisk()).toHaveLength(1);
    await expect(list(new DomainError('conflict', 'Listed already'))).rejects.toThrow(
      'Listed already',
    );
    expect(await filesOnDisk()).toEqual([]);
  });

  it('do not keep their file names', async () => {
    const { body: court } = await send([[blue, '../../../etc/passwd']]).expect(201);
    expect(court.photos[0]).toMatch(
      new RegExp(`^/api/photos/courts/${court.id}/[0-9a-f]{32}\\.webp$`),
    );
    expect(await filesOnDisk()).toEqual([court.photos[0].split('/').at(-1)]);
  });

  it.each([
    '/api/photos/courts/roxbury/00000000000000000000000000000000.webp',
    '/api/photos/courts/roxbury/..%2f..%2f..%2fpackage.json',
    '/api/photos/courts/%2e%2e/secret.webp',
    '/api/photos/..%2f..%2fpackage.json',
  ])('cannot be read from other paths: %s', async (path) => {
    expect((await courtly.visitor().get(path).expect(404)).body.code).toBe('not_found');
  });
});

describe('an invalid upload', () => {
  const tooMany = 5 * 1024 * 1024 + 1;
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const hostile: [string, () => File[], number, string][] = [
    ['six files', () => Array.from({ length: 6 }, (_, i) => [blue, `${i}.jpg`]), 413, 'too_large'],
    [
      'a file of 5 MB and a byte',
      () => [[Buffer.alloc(tooMany, blue), 'big.jpg']],
      413,
      'too_large',
    ],
    [
      'an SVG with a script',
      () => [[Buffer.from(script), 'drawing.svg']],
      415,
      'unsupported_image',
    ],
    [
      'an SVG that calls itself a PNG',
      () => [[Buffer.from(script), 'drawing.png']],
      415,
      'unsupported_image',
    ],
    [
      'text that calls itself a PNG',
      () => [[Buffer.from('no image'), 'photo.png']],
      415,
      'unsupported_image',
    ],
    [
      '50,000 times 50,000 pixels',
      () => [[hugePng(50_000, 50_000), 'huge.png']],
      415,
      'unsupported_image',
    ],
    ['an empty file', () => [[Buffer.alloc(0), 'empty.png']], 415, 'unsupported_image'],
    ['a field of another name', () => [[blue, 'blue.jpg', 'avatar']], 400, 'invalid_request'],
  ];

  it.each(hostile)('fails with %s', async (_, files, status, code) => {
    const response = await send(files());
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('discards valid photos in the same request', async () => {
    const files: File[] = [
      [blue, 'blue.jpg'],
      [Buffer.from('no image'), 'red.png'],
    ];
    await send(files).expect(415);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('fails when the body is cut off', async () => {
    const body = `--cut\r\nContent-Disposition: form-data; name="photos"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
    const response = await hana.agent
      .post('/api/courts')
      .set('Content-Type', 'multipart/form-data; boundary=cut')
      .send(Buffer.concat([Buffer.from(body), red.subarray(0, 20)]));
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('fails before it is read if the user cannot list courts', async () => {
    const request = courtly
      .visitor()
      .post('/api/courts')
      .field(form)
      .attach('photos', blue, 'blue.jpg');
    await request.expect(401);
  });
});
