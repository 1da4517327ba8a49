import type { DismissRatingFlagBody } from '@courtly/contracts/rankings';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { person } from '../../people/identity/person.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { matchCountOf } from './player-record.js';
import { type RankingReview, type RankingReviewCommand, rankingReview } from './ranking-review.js';
import { rowIdOf } from './ranking-table.js';
import { TableStore } from './table-store.service.js';

type ReviewResult = CommandResult<RankingReview>;

/** An admin hides a player from rankings, or shows them again. */
export class ChangeRankingVisibilityCommand extends defineCommand<
  Readonly<{ playerId: string; isHidden: boolean; reason: string }>,
  ReviewResult
>() {}

@CommandHandler(ChangeRankingVisibilityCommand)
export class ChangeRankingVisibilityHandler implements ICommandHandler<ChangeRankingVisibilityCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /**
   * Takes effect with the next table.
   * @throws DomainError not_found, forbidden for the admin's own ranking
   */
  async execute({
    input: { playerId, isHidden, reason },
    context,
  }: ChangeRankingVisibilityCommand): Promise<ReviewResult> {
    if (!(await this.streams.load(person, playerId))) throw notFound('player');
    const command: RankingReviewCommand = {
      type: isHidden ? 'HidePlayer' : 'ShowPlayer',
      data: { playerId, reason, by: context.actor.id, at: context.at },
    };
    const outcome = await this.commandHandling.handle(rankingReview, playerId, command, context);
    return new CommandResult(outcome.state, outcome.position);
  }
}

/** An admin has looked at a flag and found nothing wrong. */
export class DismissRatingFlagCommand extends defineCommand<
  Readonly<{ playerId: string }> & DismissRatingFlagBody,
  ReviewResult
>() {}

@CommandHandler(DismissRatingFlagCommand)
export class DismissRatingFlagHandler implements ICommandHandler<DismissRatingFlagCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly tableStore: TableStore,
  ) {}

  /** @throws DomainError not_found if the player has no such flag, forbidden for their own flag */
  async execute({
    input: { playerId, sport, kind, otherId, reason },
    context,
  }: DismissRatingFlagCommand): Promise<ReviewResult> {
    const storedRow = await this.tableStore.find((_, tableRows) =>
      tableRows.findOne({ _id: rowIdOf({ sport, playerId }) }),
    );
    const hasFlag = storedRow?.flags.some((flag) => flag.kind === kind && flag.otherId === otherId);
    if (!storedRow || !hasFlag) throw notFound('flag');
    const data = {
      playerId,
      sport,
      kind,
      otherId,
      matches: matchCountOf(storedRow),
      reason,
      by: context.actor.id,
      at: context.at,
    };
    const outcome = await this.commandHandling.handle(
      rankingReview,
      playerId,
      { type: 'DismissFlag', data },
      context,
    );
    return new CommandResult(outcome.state, outcome.position);
  }
}
