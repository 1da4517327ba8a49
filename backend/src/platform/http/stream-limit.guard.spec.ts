import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { processLimits } from './limits.js';
import { StreamLimit } from './stream-limit.guard.js';

const { perKey: perPerson } = processLimits.streams.byPerson;

const arrival = ({ closed }: { closed: boolean }) => {
  const response = Object.assign(new EventEmitter(), { closed });
  const request = { user: { id: 'u1' }, ip: '127.0.0.1' };
  const http = { getRequest: () => request, getResponse: () => response };
  return { response, context: { switchToHttp: () => http } as unknown as ExecutionContext };
};

it('counts a stream until it closes', () => {
  const limit = new StreamLimit();
  const open = Array.from({ length: perPerson }, () => arrival({ closed: false }));
  expect(open.map(({ context }) => limit.canActivate(context))).not.toContain(false);
  expect(() => limit.canActivate(arrival({ closed: false }).context)).toThrow('Too many windows');
  open[0]!.response.emit('close');
  expect(limit.canActivate(arrival({ closed: false }).context)).toBe(true);
});

it('ignores a client that disconnected before its stream opened', () => {
  const limit = new StreamLimit();
  for (let n = 0; n <= perPerson; n++)
    expect(limit.canActivate(arrival({ closed: true }).context)).toBe(false);
  expect(limit.canActivate(arrival({ closed: false }).context)).toBe(true);
});
