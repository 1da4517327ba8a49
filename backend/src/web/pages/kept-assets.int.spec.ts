import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { createApp } from '../../app.js';
import { readConfig } from '../../config.js';
import { ConcurrencyLimiter } from '../../platform/http/concurrency-limiter.js';
import { Mongo } from '../../platform/stores/mongo.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { type KeptAsset, KeptAssets } from './kept-assets.service.js';

const folders = { old: '', new: '' };
let oldServer: Courtly;
let newServer: NestExpressApplication;

/** A build with its own entry script, which has a compressed copy, and a picture. */
const writeBuild = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `courtly-${name}-`));
  for (const subfolder of ['.vite', 'assets']) mkdirSync(join(folder, subfolder));
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(
    join(folder, 'index.html'),
    `<html><head><title data-page-meta></title></head><body><div id="root"></div><script type="module" src="/assets/index-${name}.js"></script></body></html>`,
  );
  writeFileSync(join(folder, `assets/index-${name}.js`), `start('${name}')`);
  writeFileSync(join(folder, `assets/index-${name}.js.br`), brotliCompressSync(`start('${name}')`));
  writeFileSync(join(folder, `assets/court-${name}.png`), name);
  return folder;
};

const collection = () => oldServer.app.get(Mongo).readModels.collection<KeptAsset>('websiteAssets');
const storedPaths = async () => (await collection().find().toArray()).map(({ _id }) => _id).sort();

beforeAll(async () => {
  folders.old = writeBuild('old');
  folders.new = writeBuild('new');
  oldServer = await startCourtly({ STATIC_FOLDER: folders.old });
  const config = readConfig({
    ...oldServer.stores.environment,
    PORT: '0',
    ROLES: 'api',
    STATIC_FOLDER: folders.new,
  });
  newServer = await createApp(config);
  await newServer.listen(0, config.HOST);
});

afterEach(() => void jest.restoreAllMocks());

afterAll(async () => {
  await newServer?.close();
  await oldServer?.stop();
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
});

const onOldServer = () => oldServer.visitor();
const onNewServer = () => supertest.agent(newServer.getHttpServer());

it.each([
  ['an older server serves the entry script of a newer page', onOldServer, 'new'],
  ['a newer server serves the files of an open tab', onNewServer, 'old'],
])('%s', async (_title, agent, build) => {
  for (const encoding of ['br', 'identity']) {
    const response = await agent()
      .get(`/assets/index-${build}.js`)
      .set('Accept-Encoding', encoding)
      .buffer(true)
      .expect(200)
      .expect('Content-Type', /^text\/javascript/)
      .expect('Cache-Control', 'public, max-age=31536000, immutable')
      .expect('Vary', 'Accept-Encoding');
    expect([response.text, response.get('Content-Encoding')]).toEqual([
      `start('${build}')`,
      encoding === 'br' ? 'br' : undefined,
    ]);
  }
  const { body } = await agent()
    .get(`/assets/court-${build}.png`)
    .expect(200)
    .expect('Content-Type', 'image/png');
  expect(String(body)).toBe(build);
});

it('a file of no release returns 404', async () => {
  for (const path of ['/assets/index-none.js', '/assets/$where'])
    await onOldServer().get(path).expect(404).expect('Content-Type', /json/);
});

it('a file that the database cannot return is unavailable, not missing', async () => {
  const find = jest.spyOn(
    collection().constructor.prototype as { findOne(): Promise<unknown> },
    'findOne',
  );
  find.mockRejectedValue(new Error('away'));
  const { body } = await onNewServer().get('/assets/index-old.js').expect(503);
  expect(body).toMatchObject({ code: 'store_unavailable' });
});

it('a running server extends the life of its files, and removes expired ones', async () => {
  const soon = new Date(Date.now() + DAY_MS);
  await collection().updateMany({}, { $set: { keptUntil: soon } });
  const past = new Date(Date.now() - 1);
  await collection().updateMany({ _id: /court-old/ }, { $set: { keptUntil: past } });
  await newServer.get(KeptAssets, { strict: false }).keep(folders.new);
  expect(await storedPaths()).toEqual([
    '/assets/court-new.png',
    '/assets/index-new.js',
    '/assets/index-old.js',
  ]);
  const { keptUntil } = (await collection().findOne({ _id: '/assets/index-new.js' }))!;
  expect(keptUntil.getTime()).toBeGreaterThan(Date.now() + 6 * DAY_MS);
  expect(await collection().findOne({ _id: '/assets/index-old.js' })).toMatchObject({
    keptUntil: soon,
  });
});

it('a file that another server removes as expired is stored again', async () => {
  const past = new Date(Date.now() - 1);
  await collection().updateMany({ _id: /new/ }, { $set: { keptUntil: past } });
  const prototype = collection().constructor.prototype as {
    find(...query: unknown[]): { toArray(): Promise<unknown[]> };
  };
  const { find } = prototype;
  jest.spyOn(prototype, 'find').mockImplementationOnce(function (this: unknown, ...query) {
    const cursor = find.apply(this, query);
    return {
      async toArray() {
        const documents = await cursor.toArray();
        await collection().deleteMany({ keptUntil: { $lt: new Date() } });
        return documents;
      },
    };
  });
  await newServer.get(KeptAssets, { strict: false }).keep(folders.new);
  expect(await storedPaths()).toEqual(
    expect.arrayContaining(['/assets/court-new.png', '/assets/index-new.js']),
  );
});

it('a slow reader counts toward the limit until the connection closes', async () => {
  const content = brotliCompressSync(Buffer.alloc(40 * 1024 * 1024));
  const keptUntil = new Date(Date.now() + DAY_MS);
  const asset = { content, isCompressed: true, size: content.byteLength, keptUntil };
  await collection().insertOne({ _id: '/assets/large.js', ...asset });
  const keptAssets = newServer.get(KeptAssets, { strict: false });
  const { limiter } = keptAssets;
  keptAssets.limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 1, waitMs: 2_000 });
  const { port } = newServer.getHttpServer().address() as AddressInfo;
  const slowRequest = get({ port, path: '/assets/large.js' });
  await new Promise((resolve) => slowRequest.once('response', resolve));
  await onNewServer().get('/assets/index-old.js').expect(503);
  slowRequest.destroy();
  await onNewServer().get('/assets/index-old.js').expect(200);
  keptAssets.limiter = limiter;
  await collection().deleteOne({ _id: '/assets/large.js' });
});

it('above the size limit, the oldest files of other releases are removed', async () => {
  await oldServer.app.get(KeptAssets, { strict: false }).keep(folders.old);
  await collection().updateMany(
    { _id: '/assets/court-old.png' },
    { $set: { keptUntil: new Date(Date.now() + DAY_MS) } },
  );
  const keptAssets = newServer.get(KeptAssets, { strict: false });
  const documents = await collection().find().toArray();
  keptAssets.maxBytes = documents.reduce((total, { size }) => total + size, 0) - 1;
  await keptAssets.keep(folders.new);
  expect(await storedPaths()).toEqual([
    '/assets/court-new.png',
    '/assets/index-new.js',
    '/assets/index-old.js',
  ]);
  keptAssets.maxBytes = 0;
  await keptAssets.keep(folders.new);
  expect(await storedPaths()).toEqual(['/assets/court-new.png', '/assets/index-new.js']);
});
