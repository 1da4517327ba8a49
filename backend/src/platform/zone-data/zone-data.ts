import type { Decider, Message } from '../kernel/decider.js';
import type { ZoneDataEvent } from './zone-data.events.js';

type ZoneDataInUse = ZoneDataEvent['data'];

/** The id of the only stream. */
export const ALL_ZONES = 'all';

/** The newest zone data that an API process has used, or null. Versions compare as text. */
export const zoneDataInUse: Decider<
  ZoneDataInUse | null,
  Message<'UseZoneData', ZoneDataInUse>,
  ZoneDataEvent
> = {
  category: 'zoneData',
  initial: null,

  decide: ({ data }, inUse) =>
    inUse && data.zoneData <= inUse.zoneData ? [] : [{ type: 'ZoneDataTookEffect', data }],

  evolve: (_inUse, { data }) => data,
};

/** Why a process must not serve requests, or null. */
export const zoneDataProblem = (ownZoneData: string, inUse: string): string | null =>
  ownZoneData < inUse
    ? `This process has time zone data ${ownZoneData}, but Courtly already uses ${inUse}. Start it with a newer Node.js: it would show other hours than the other processes.`
    : null;
