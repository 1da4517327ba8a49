import { expect, it } from '@jest/globals';
import { readConfig } from '../../config.js';
import { loggingOptions } from './logging.js';

const config = readConfig({
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SESSION_SECRETS: 'a secret of sessions for tests alone',
  KEY_SECRETS: 'a secret of keys for these tests alone',
  LOOKUP_SECRETS: 'a secret of lookups for tests alone',
  POLICY_FILE: 'deploy/policies/unpaid.json',
});
const { serializers } = loggingOptions(config).pinoHttp as {
  serializers: { req(request: object): { path: string } };
};
const pathOf = (url: string) => serializers.req({ id: 'r1', method: 'POST', url }).path;

it('the log contains the path of a request without its query or tokens', () => {
  const token = `0b0e1f6a-4d5b-8c3d-9e2f-1a2b3c4d5e6f.${'x'.repeat(43)}`;
  expect(pathOf(`/api/auth/password-resets/${token}?a=b`)).toBe('/api/auth/password-resets/…');
  expect(pathOf('/api/bookings/0000000000-20990313-00000000?secret=1')).toBe(
    '/api/bookings/0000000000-20990313-00000000',
  );
});
