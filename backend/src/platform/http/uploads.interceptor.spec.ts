import { expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { EMPTY, NEVER, lastValueFrom } from 'rxjs';
import { processLimits } from './limits.js';
import { UploadsInterceptor } from './uploads.interceptor.js';

const uploadFrom = (ip: string, { closed = false } = {}) =>
  ({
    switchToHttp: () => ({ getRequest: () => ({ ip }), getResponse: () => ({ closed }) }),
  }) as unknown as ExecutionContext;

it('frees the place of a client that disconnected while it waited', async () => {
  const interceptor = new UploadsInterceptor();
  // Multer never responds to a request that has been closed before.
  const disconnected = { handle: () => NEVER };
  for (let count = 0; count < processLimits.uploads.perKey; count++)
    await expect(
      interceptor.intercept(uploadFrom('203.0.113.1', { closed: true }), disconnected),
    ).rejects.toMatchObject({ code: 'too_busy' });
  const stored = await interceptor.intercept(uploadFrom('203.0.113.1'), { handle: () => EMPTY });
  expect(await lastValueFrom(stored, { defaultValue: 'stored' })).toBe('stored');
});
