import type { Slice } from '../slice.js';
import { challengeEvents } from './challenge.events.js';
import { challengeConfirmations, challengeMails } from './challenges.process.js';
import { matchEvents } from './match.events.js';
import { MatchesModule } from './matches.module.js';
import { matchDeadlines, matchMails } from './matches.process.js';
import { matches as matchList } from './matches.projection.js';

export const matches: Slice = {
  name: 'matches',
  module: MatchesModule,
  events: [matchEvents, challengeEvents],
  projections: [matchList],
  processes: [matchDeadlines, matchMails, challengeConfirmations, challengeMails],
};
