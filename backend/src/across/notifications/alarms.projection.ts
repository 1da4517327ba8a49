import { defineProjection } from '../../platform/projections/projection.js';
import type { AlarmEvent } from './alarm.events.js';
import { type Alarm, type AlarmingEvent, alarmingEventTypes, toAlarm } from './alarm.js';

/** An admin who was alerted by an event, at an instant (UTC). */
export type AlarmedAdmin = Readonly<{ adminId: string; eventId: string; at: string }>;

/**
 * An alarm and the admins it has reached. `alarmedAt` (UTC) is when it reached the first of them.
 */
export type AlarmDocument = Readonly<{
  alarm: Alarm;
  isRaised: boolean;
  alarmedAt: string | null;
  admins: readonly AlarmedAdmin[];
}>;

/** Alarms by the id of the causing event, so that an alarm is not lost with its job. */
export const alarms = defineProjection<AlarmDocument, AlarmingEvent | AlarmEvent>({
  name: 'alarms',
  version: 15,
  indexes: [{ isRaised: 1 }, { alarmedAt: 1 }],
  handles: [...alarmingEventTypes, 'AdminAlarmed'],
  key: (event) => (event.type === 'AdminAlarmed' ? event.data.causeId : event.id),
  evolve(document, event) {
    if (event.type === 'AdminAlarmed') {
      const { id: eventId, data, metadata } = event;
      const admin = { adminId: data.adminId, eventId, at: metadata.at };
      return (
        document && {
          ...document,
          isRaised: true,
          alarmedAt: document.alarmedAt ?? metadata.at,
          admins: [...document.admins, admin],
        }
      );
    }
    const alarm = toAlarm(event.id, event);
    return document ?? (alarm && { alarm, isRaised: false, alarmedAt: null, admins: [] });
  },
  audience: () => [],
  people: ({ alarm, admins }) => [
    ...(alarm.playerId === '' ? [] : [alarm.playerId]),
    ...admins.map(({ adminId }) => adminId),
  ],
});
