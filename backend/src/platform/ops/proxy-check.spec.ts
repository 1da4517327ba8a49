import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../../config.js';
import { ProxyCheck } from './proxy-check.js';

const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
beforeAll(() => void warn.mockClear());
afterAll(() => void warn.mockRestore());

const MANY = 1_000;
const checkOf = (TRUST_PROXY: number, NODE_ENV: Config['NODE_ENV'] = 'production') =>
  new ProxyCheck({ NODE_ENV, TRUST_PROXY });

/**
 * Sends requests, as Express parses them, through the check. `peer` is the address at the other end
 * of the connection.
 */
const send = (
  check: ProxyCheck,
  ip: string,
  count = 1,
  { peer = ip, ...headers }: Record<string, string> = {},
) => {
  const socket = { remoteAddress: peer };
  const request = { ip, socket, get: (name: string) => headers[name] } as unknown as Request;
  let passed = 0;
  for (let sent = 0; sent < count; sent++)
    check.middleware(request, {} as Response, () => void passed++);
  expect(passed).toBe(count);
};

const FORWARDED = { 'X-Forwarded-For': '198.51.100.1' };

describe('a wrong TRUST_PROXY', () => {
  it.each(['X-Forwarded-For', 'Forwarded'])(
    'is noticed if it is 0 and nearly all requests have %s from a private address',
    (name) => {
      warn.mockClear();
      const check = checkOf(0);
      send(check, '203.0.113.9', MANY / 10);
      send(check, '10.0.0.5', MANY - MANY / 10 - 1, { [name]: '198.51.100.1' });
      expect(check.problem).toBeNull();
      send(check, '10.0.0.5', MANY + 1, { [name]: '198.51.100.1' });
      expect(check.problem).toMatch(
        `Nearly all requests arrive with ${name} from a private address, but TRUST_PROXY is 0.`,
      );
      expect(warn).toHaveBeenCalledTimes(1);
    },
  );

  it.each(['10.1.2.3', '172.18.0.1', '::ffff:192.168.0.9', 'fd00::1', '[fd00::1]:443'])(
    'is noticed if all requests come from %s',
    (address) => {
      const check = checkOf(1);
      send(check, address, MANY - 1);
      expect(check.problem).toBeNull();
      send(check, address);
      expect(check.problem).toMatch('All requests seem to come from the private address');
    },
  );

  it('is no longer reported once the requests match it', () => {
    const check = checkOf(0);
    send(check, '10.0.0.5', MANY, FORWARDED);
    expect(check.problem).toMatch('TRUST_PROXY is 0');
    send(check, '203.0.113.7', MANY);
    expect(check.problem).toBeNull();
    const behindOne = checkOf(1);
    send(behindOne, '10.0.0.5', MANY);
    expect(behindOne.problem).toMatch('private address');
    send(behindOne, '203.0.113.7', MANY);
    expect(behindOne.problem).toBeNull();
  });
});

describe('a correct TRUST_PROXY', () => {
  it('of 0 causes no warning if strangers send forwarded headers', () => {
    const check = checkOf(0);
    send(check, '203.0.113.7', 2 * MANY, FORWARDED);
    expect(check.problem).toBeNull();
  });

  it('of 0 causes no warning if only some requests are forwarded from a private address', () => {
    const check = checkOf(0);
    send(check, '203.0.113.7', MANY / 2);
    send(check, '192.168.0.4', MANY / 2, FORWARDED);
    expect(check.problem).toBeNull();
  });

  it('causes no warning if forwarded headers arrive', () => {
    const check = checkOf(1);
    send(check, '203.0.113.7', MANY, { ...FORWARDED, peer: '10.0.0.5' });
    expect(check.problem).toBeNull();
  });

  it('causes no warning if the addresses differ, even if they are private', () => {
    const check = checkOf(1);
    send(check, '10.0.0.1');
    send(check, '10.0.0.2');
    send(check, '10.0.0.1', 2 * MANY);
    expect(check.problem).toBeNull();
  });

  it('is not required in development', () => {
    const check = checkOf(0, 'development');
    send(check, '127.0.0.1', MANY, FORWARDED);
    expect(check.problem).toBeNull();
  });
});
