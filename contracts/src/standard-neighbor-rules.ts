import type { NeighborRules } from './neighbor-rules.js';

/** The maximum number of players on a court, as stated in the waiver. */
export const MOST_PLAYERS = 4;

export const standardNeighborRules: NeighborRules = {
  quietHours: { tennis: null, pickleball: null },
  lightsOff: null,
  maxPlayers: MOST_PLAYERS,
  maxCars: null,
  noEvents: false,
};
