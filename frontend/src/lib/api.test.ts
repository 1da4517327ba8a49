import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildBooking } from '../testing/booking';
import { courtLike } from '../testing/court';
import { type Handlers, mockApi } from '../testing/server';
import { waiverLike } from '../testing/waiver';
import { ApiError, call, callPage, errorMessage, isFinalError } from './api';

const cancel = (handlers: Handlers['x']) =>
  mockApi({ 'POST /api/bookings/c1-20270313-abcd/cancel': handlers! });
const cancelIt = () =>
  call('POST /api/bookings/:bookingId/cancel', {
    params: { bookingId: 'c1-20270313-abcd' },
    body: { reason: 'rain' },
  });

const cancelled = buildBooking({ id: 'c1-20270313-abcd', status: 'cancelled' });

describe('call', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('retries a request whose response was lost with the same idempotency key', async () => {
    let attempts = 0;
    const apiCalls = cancel(() => {
      attempts += 1;
      if (attempts < 3) throw new TypeError('Failed to fetch');
      return [200, cancelled];
    });
    const response = cancelIt();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await response).toEqual(cancelled);
    const keys = apiCalls.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['not_signed_in', 401, 'lost', false],
    ['too_many_requests', 429, 'lost', false],
    ['wrong_status', 409, 'lost', true],
    ['not_signed_in', 401, 'unavailable', false],
  ])('%s (%i) after a response that was %s is final: %s', async (code, status, first, final) => {
    let attempts = 0;
    cancel(() => {
      attempts += 1;
      if (attempts > 1) return [status, { code, message: 'No' }];
      if (first === 'lost') throw new TypeError('Failed to fetch');
      return [503, { code: 'store_unavailable', message: 'Away' }];
    });
    const error = cancelIt().catch((reason: unknown) => reason);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(isFinalError(await error)).toBe(final);
  });

  it('retries after a 503 response with the same idempotency key', async () => {
    let attempts = 0;
    const apiCalls = cancel(() =>
      (attempts += 1) === 1
        ? [503, { code: 'store_unavailable', message: 'Away' }]
        : [200, cancelled],
    );
    const response = cancelIt();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await response).toEqual(cancelled);
    expect(apiCalls[1]!.headers.get('Idempotency-Key')).toBe(
      apiCalls[0]!.headers.get('Idempotency-Key'),
    );
  });

  it('fails after four attempts', async () => {
    const apiCalls = cancel(() => {
      throw new TypeError('Failed to fetch');
    });
    const refused = expect(cancelIt()).rejects.toThrow('Failed to fetch');
    await jest.advanceTimersByTimeAsync(60_000);
    await refused;
    expect(apiCalls).toHaveLength(4);
  });

  it('retries a request that timed out with the same idempotency key', async () => {
    const late = new AbortController();
    const never = new AbortController();
    const timeout = jest
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValueOnce(late.signal)
      .mockReturnValue(never.signal);
    let attempts = 0;
    const apiCalls = cancel(({ signal }) =>
      (attempts += 1) === 1
        ? new Promise((_, reject) =>
            signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
          )
        : [200, cancelled],
    );
    const response = cancelIt();
    late.abort(new DOMException('signal timed out', 'TimeoutError'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await response).toEqual(cancelled);
    expect(new Set(apiCalls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(timeout).toHaveBeenCalledWith(30_000);
    timeout.mockRestore();
  });

  it('uses a new idempotency key for each action', async () => {
    const apiCalls = cancel(() => [200, cancelled]);
    await cancelIt();
    await cancelIt();
    expect(apiCalls[0]!.headers.get('Idempotency-Key')).not.toBe(
      apiCalls[1]!.headers.get('Idempotency-Key'),
    );
  });

  it('rejects with an ApiError instead of retrying a 4xx response', async () => {
    const body = {
      code: 'wrong_status',
      message: 'This booking is over.',
      details: { status: 'completed' },
    };
    const apiCalls = cancel(() => [409, body]);
    const error = await cancelIt().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).message).toBe(`409: ${JSON.stringify(body)}`);
    expect(error).toMatchObject({
      status: 409,
      code: 'wrong_status',
      details: { status: 'completed' },
    });
    expect(errorMessage(error, 'otherwise')).toBe('This booking is over.');
    expect(apiCalls).toHaveLength(1);
  });

  it('falls back to the status text for an empty body', () => {
    expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway');
    expect(errorMessage(new ApiError(502, '<html>', 'Bad Gateway'), 'Try Again')).toBe('Try Again');
  });

  it('sends the position of the last write with the next read', async () => {
    const apiCalls = mockApi({
      'POST /api/waiver/accept': () => [200, waiverLike(), { 'Courtly-Position': '1000' }],
      'POST /api/auth/logout': () => [204, undefined, { 'Courtly-Position': '999' }],
      'GET /api/bookings': () => [200, []],
    });
    await call('POST /api/waiver/accept', { body: { version: '1' } });
    await call('POST /api/auth/logout');
    await call('GET /api/bookings');
    expect(apiCalls[2]!.headers.get('Courtly-After')).toBe('1000');
    expect(apiCalls[2]!.headers.get('Idempotency-Key')).toBeNull();
  });

  it('returns the next cursor and the total of a paged list, and whether it is limited', async () => {
    const link = {
      Link: '</api/courts?limit=1&cursor=eyJhIjoxfQ>; rel="next"',
      'X-Total-Count': '2',
    };
    const limited = { 'Courtly-Limited': 'true' };
    const [a, b] = [courtLike({ id: 'a' }), courtLike({ id: 'b' })];
    mockApi({
      'GET /api/courts': ({ query }) =>
        query.has('cursor') ? [200, [b], limited] : [200, [a], link],
    });
    const first = await callPage('GET /api/courts', { query: { limit: 1 } });
    expect(first).toEqual({ items: [a], next: 'eyJhIjoxfQ', total: 2, isLimited: false });
    const second = await callPage('GET /api/courts', { query: { limit: 1, cursor: first.next! } });
    expect(second).toEqual({ items: [b], next: null, total: null, isLimited: true });
  });

  it('puts parameters and filters in the URL and omits empty ones', async () => {
    const apiCalls = mockApi({
      'GET /api/courts': () => [200, []],
      'GET /api/courts/a%2Fb': () => [200, courtLike()],
    });
    await call('GET /api/courts', {
      query: { search: 'Palm Beach', surface: undefined, limit: 2 },
    });
    await call('GET /api/courts/:courtId', { params: { courtId: 'a/b' } });
    expect(apiCalls.map(({ url }) => url)).toEqual([
      '/api/courts?search=Palm+Beach&limit=2',
      '/api/courts/a%2Fb',
    ]);
  });
});
