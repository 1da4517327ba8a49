import { type ArgumentsHost, Logger } from '@nestjs/common';
import { afterEach, expect, it, jest } from '@jest/globals';
import { MissingKey, UnreadableKey } from '../kernel/personal-data.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { DomainErrorFilter } from './domain-error.filter.js';

afterEach(() => void jest.restoreAllMocks());

const request = { destroyed: false, complete: true, correlationId: 'request-1' };

const warningsAbout = (error: unknown) => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const response = { headersSent: true, end: () => undefined };
  const http = { getRequest: () => request, getResponse: () => response };
  new DomainErrorFilter().catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return warn.mock.calls;
};

it.each([
  Object.assign(new Error('pool'), { name: 'MongoWaitQueueTimeoutError' }),
  Object.assign(new Error('pool'), { name: 'MongoPoolClosedError' }),
  Object.assign(new Error('read'), { code: 'ECONNRESET' }),
])('logs a warning about a lost connection to a store: %p', (error) =>
  expect(warningsAbout(error)).toEqual([[{ err: error, correlationId: 'request-1' }]]),
);

it.each([new MissingKey('ann'), new UnreadableKey('ann', 'key 1', 'it has 31 bytes')])(
  'says that a key cannot be used, and logs the reason: %p',
  (error) => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const sent: unknown[] = [];
    const response = {
      headersSent: false,
      removeHeader: () => undefined,
      setHeader: () => undefined,
      writeHead: (status: number) => void sent.push(status),
      end: (body: string) => void sent.push(JSON.parse(body)),
    };
    const http = { getRequest: () => request, getResponse: () => response };
    new DomainErrorFilter().catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
    expect(sent).toMatchObject([409, { code: 'key_unusable' }]);
    expect(logged.mock.calls).toEqual([[{ err: error, correlationId: 'request-1' }]]);
  },
);

it('logs nothing about a store known to be down, which logs its own outage', () =>
  expect(warningsAbout(new StoreUnavailable('MongoDB'))).toEqual([]));
