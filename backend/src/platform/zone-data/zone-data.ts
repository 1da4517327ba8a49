import type { Decider, Message } from '../kernel/decider.js';
import type { ZoneDataEvent } from './zone-data.events.js';

type ZoneDataInUse = ZoneDataEvent['data'];

/** The id of the only stream. */
export const ALL_ZONES = 'all';

/** Versions as IANA writes them. They sort correctly as text. */
export const ZONE_DATA_VERSION = /^\d{4}[a-z]{1,2}$/;

/**
 * The newest zone data that an API process has used, or null. Only an operator can return to older
 * data, for example after a process with newer data was started by mistake.
 */
export const zoneDataInUse: Decider<
  ZoneDataInUse | null,
  Message<'UseZoneData' | 'ReturnToZoneData', ZoneDataInUse>,
  ZoneDataEvent
> = {
  category: 'zoneData',
  initial: null,

  decide({ type, data }, inUse) {
    const isKept =
      type === 'UseZoneData'
        ? inUse && data.zoneData <= inUse.zoneData
        : data.zoneData === inUse?.zoneData;
    return isKept ? [] : [{ type: 'ZoneDataTookEffect', data }];
  },

  evolve: (_inUse, { data }) => data,
};

/** Why a process must not serve requests, or null. */
export const zoneDataProblem = (ownZoneData: string, inUse: string): string | null =>
  ownZoneData < inUse
    ? `This process has time zone data ${ownZoneData}, but Courtly already uses ${inUse}. Start it with a newer Node.js, because it would show other hours than the other processes, or run "courtly zone-data use".`
    : null;
