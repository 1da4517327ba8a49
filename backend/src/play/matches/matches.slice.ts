import { challengeCommandHandlers } from './challenges.commands.js';
import { EmailMatchHandler } from './match-emails.commands.js';
import { EraseMatchEmailsHandler } from './match-erasures.commands.js';
import { MatchTokens } from './match-tokens.service.js';
import { matchCommandHandlers } from './matches.commands.js';
import { MatchesController } from './matches.controller.js';
import { MatchQueries } from './matches.queries.js';
import { NamedPlayers } from './named-players.service.js';
import { ViewerRelations } from './viewer-relations.service.js';
import { challengeEvents } from './challenge.events.js';
import { challengedHours } from './challenged-hours.projection.js';
import { challengeConfirmations, challengeEmails } from './challenges.process.js';
import { matchEvents } from './match.events.js';
import { matchDeadlines, matchEmailErasures, matchEmails } from './matches.process.js';
import { matches as matchList } from './matches.projection.js';
import { defineSlice } from '../../platform/slice.js';

export const matches = defineSlice({
  name: 'matches',
  controllers: [MatchesController],
  providers: [
    ...matchCommandHandlers,
    ...challengeCommandHandlers,
    EmailMatchHandler,
    EraseMatchEmailsHandler,
    MatchQueries,
    MatchTokens,
    NamedPlayers,
    ViewerRelations,
  ],
  exports: [ViewerRelations],
  events: [matchEvents, challengeEvents],
  projections: [matchList, challengedHours],
  processes: [
    matchDeadlines,
    matchEmails,
    matchEmailErasures,
    challengeConfirmations,
    challengeEmails,
  ],
});
