import { alarm } from '../../src/across/notifications/alarm.js';
import { RaiseAlarmCommand } from '../../src/across/notifications/alarms.commands.js';
import type { ProcessParts } from './simulated-courtly.js';

export const ADMIN = 'ada';

/** Alerts the only admin. */
export const alarmHandler = ({ commands }: Pick<ProcessParts, 'commands'>) =>
  [
    RaiseAlarmCommand,
    {
      execute: ({ input, context }: RaiseAlarmCommand) => {
        const data = {
          alarm: input,
          adminIds: [ADMIN],
          respondBy: null,
          raisedAt: context.at,
        };
        return commands.handle(alarm, input.causeId, { type: 'RaiseAlarm', data }, context);
      },
    },
  ] as const;
