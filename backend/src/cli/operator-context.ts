import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../platform/kernel/clock.js';
import { type CommandContext, commandContext } from '../platform/kernel/context.js';
import { Ids } from '../platform/kernel/ids.js';

/** The context of a command that an operator runs at an instant (UTC). */
export const operatorContextAt = (
  at: string,
  call: string,
  fingerprint: string,
  ids: Ids,
): CommandContext =>
  commandContext(
    {
      actor: { id: 'operator', role: 'operator' },
      at,
      correlationId: randomUUID(),
      call,
      fingerprint,
    },
    ids,
  );

/** The context of a command that an operator runs now. */
export const operatorContext = (
  application: INestApplicationContext,
  call: string,
  fingerprint: string,
): CommandContext =>
  operatorContextAt(application.get(Clock).instant(), call, fingerprint, application.get(Ids));
