import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import { processLimits } from '../../platform/http/limits.js';
import { StoredPhotos } from './stored-photos.service.js';

const sockets: Socket[] = [];
const silentServer = createServer((socket) => void sockets.push(socket));
beforeAll(async () => {
  silentServer.listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silentServer.close();
});

const photosOn = (endpoint: string) =>
  new StoredPhotos({
    UPLOADS_DRIVER: 's3',
    S3_BUCKET: 'photos',
    S3_REGION: 'us-west-2',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  } as Config);

it('photo storage abandons an unresponsive server and refuses calls beyond its limit', async () => {
  const { port } = silentServer.address() as AddressInfo;
  const photos = photosOn(`http://127.0.0.1:${port}`);
  const { atOnce } = processLimits.storage;
  const reads = Array.from({ length: atOnce + 1 }, () =>
    photos.read('courts/a/b.webp').catch((error: Error & { code?: string }) => error),
  );
  const failures = (await Promise.all(reads)) as (Error & { code?: string })[];
  expect(failures.map(({ name, code }) => code ?? name)).toEqual([
    ...Array<string>(atOnce).fill('StoreUnavailable'),
    'too_busy',
  ]);
});
