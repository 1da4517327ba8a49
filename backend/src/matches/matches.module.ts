import { Module } from '@nestjs/common';
import { challengeCommandHandlers } from './challenges.commands.js';
import { TellOfMatchHandler } from './match-mails.commands.js';
import { MatchTokens } from './match-tokens.service.js';
import { matchCommandHandlers } from './matches.commands.js';
import { MatchesController } from './matches.controller.js';
import { MatchQueries } from './matches.queries.js';
import { NamedPlayers } from './named-players.service.js';

/** The results of hours that were played, and what those who played them say to it. */
@Module({
  controllers: [MatchesController],
  providers: [
    ...matchCommandHandlers,
    ...challengeCommandHandlers,
    TellOfMatchHandler,
    MatchQueries,
    MatchTokens,
    NamedPlayers,
  ],
})
export class MatchesModule {}
