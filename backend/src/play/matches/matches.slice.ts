import { defineSlice } from '../../platform/slice.js';
import { challengeEvents } from './challenge.events.js';
import { challengedHours } from './challenged-hours.projection.js';
import {
  ChallengePlayerHandler,
  ConfirmChallengeHandler,
  EmailChallengeHandler,
} from './challenges.commands.js';
import { challengeConfirmations, challengeEmails } from './challenges.process.js';
import { EmailMatchHandler } from './match-emails.commands.js';
import { EraseMatchEmailsHandler } from './match-erasures.commands.js';
import { MatchTokens } from './match-tokens.service.js';
import { matchEvents } from './match.events.js';
import {
  AddMatchPlayerHandler,
  AnswerMatchHandler,
  ClaimMatchHandler,
  LogMatchHandler,
  PassMatchDeadlineHandler,
  SettleDisputeHandler,
  VoidMatchHandler,
} from './matches.commands.js';
import { MatchesController } from './matches.controller.js';
import { matchDeadlines, matchEmailErasures, matchEmails } from './matches.process.js';
import { matches as matchList } from './matches.projection.js';
import { MatchQueries } from './matches.queries.js';
import { NamedPlayers } from './named-players.service.js';
import { ViewerRelations } from './viewer-relations.service.js';

export const matches = defineSlice({
  name: 'matches',
  controllers: [MatchesController],
  providers: [
    LogMatchHandler,
    AddMatchPlayerHandler,
    AnswerMatchHandler,
    SettleDisputeHandler,
    VoidMatchHandler,
    ClaimMatchHandler,
    PassMatchDeadlineHandler,
    ChallengePlayerHandler,
    ConfirmChallengeHandler,
    EmailChallengeHandler,
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
