import { challengeCommandHandlers } from './challenges.commands.js';
import { TellOfMatchHandler } from './match-mails.commands.js';
import { MatchTokens } from './match-tokens.service.js';
import { matchCommandHandlers } from './matches.commands.js';
import { MatchesController } from './matches.controller.js';
import { MatchQueries } from './matches.queries.js';
import { NamedPlayers } from './named-players.service.js';
import { challengeEvents } from './challenge.events.js';
import { challengeConfirmations, challengeMails } from './challenges.process.js';
import { matchEvents } from './match.events.js';
import { matchDeadlines, matchMails } from './matches.process.js';
import { matches as matchList } from './matches.projection.js';
import { defineSlice } from '../../platform/slice.js';

/** The results of hours that were played, and what those who played them say to it. */
export const matches = defineSlice({
  name: 'matches',
  controllers: [MatchesController],
  providers: [
    ...matchCommandHandlers,
    ...challengeCommandHandlers,
    TellOfMatchHandler,
    MatchQueries,
    MatchTokens,
    NamedPlayers,
  ],
  events: [matchEvents, challengeEvents],
  projections: [matchList],
  processes: [matchDeadlines, matchMails, challengeConfirmations, challengeMails],
});
