import { Controller } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationRoutes } from '@courtly/contracts/operations';
import supertest from 'supertest';
import { Progress } from '../projections/progress.js';
import { EncodedJson } from './encoded-json.js';
import { RouteHandler } from './route-handler.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const large = { text: 'court '.repeat(1_000) };
let encodedJson = new EncodedJson(large);

@Controller()
class Shown {
  @RouteHandler(operationRoutes.docsDocument)
  show() {
    return encodedJson;
  }
}

let app: NestExpressApplication;
const get = () => supertest(app.getHttpServer()).get(operationRoutes.docsDocument.path);

beforeAll(async () => {
  const module = await Test.createTestingModule({
    controllers: [Shown],
    providers: [Progress, IdempotencyKeys].map((provide) => ({ provide, useValue: {} })),
  }).compile();
  app = module.createNestApplication<NestExpressApplication>();
  await app.init();
});
afterAll(() => app.close());

describe('an encoded response', () => {
  it('is sent as JSON, compressed on request, from the same bytes', async () => {
    const plain = await get().set('Accept-Encoding', 'identity').expect(200, large);
    expect(plain.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(plain.get('Content-Length')).toBe(String(encodedJson.byteLength));
    const zipped = await get().set('Accept-Encoding', 'gzip').expect(200, large);
    expect(zipped.get('Content-Encoding')).toBe('gzip');
    expect(zipped.get('Vary')).toMatch(/Accept-Encoding/);
    expect(encodedJson.gzipped()).toBe(encodedJson.gzipped());
  });

  it('is compressed whether it is small or large', async () => {
    const [originalJson, larger] = [encodedJson, { text: 'court '.repeat(100_000) }];
    encodedJson = new EncodedJson(larger);
    const zipped = await get().set('Accept-Encoding', 'gzip').expect(200, larger);
    expect(zipped.get('Content-Encoding')).toBe('gzip');
    encodedJson = originalJson;
  });

  it('is sent again only after a change', async () => {
    const { headers } = await get().expect(200);
    const etag = headers['etag'] as string;
    expect((await get().set('If-None-Match', etag).expect(304)).text).toBe('');
    await get().set('If-None-Match', `"other", ${etag}`).expect(304);
    encodedJson = new EncodedJson({ text: 'changed' });
    const changeResponse = await get().set('If-None-Match', etag).expect(200, { text: 'changed' });
    expect(changeResponse.get('ETag')).not.toBe(etag);
    expect(changeResponse.get('Content-Encoding')).toBeUndefined();
  });
});
