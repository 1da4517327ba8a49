import type { Discipline } from '@courtly/contracts/matches';
import type { Sport } from '@courtly/contracts/sport';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../platform/kernel/domain-error.js';
import { csvLine } from './csv-line.js';
import { RatingReplayQueries } from './rating-replays.queries.js';
import { ReplayStore, type StoredStanding } from './replay-store.service.js';

const BATCH_SIZE = 1_000;

type StandingsRequest = Readonly<{ discipline: Discipline; order: 'change' | 'rank' }>;

const standingColumns = [
  ...['sport', 'discipline', 'playerId', 'change'],
  ...['comparedFormulaId', 'comparedFigure', 'comparedLeast', 'comparedMost', 'comparedRank'],
  ...['replayedFormulaId', 'replayedFigure', 'replayedLeast', 'replayedMost', 'replayedRank'],
  'matches',
];

/** The players of a replay as CSV. They appear as ids, so it contains no personal data. */
@Injectable()
export class ReplayCsvQueries {
  constructor(
    private readonly replayStore: ReplayStore,
    private readonly replayQueries: RatingReplayQueries,
  ) {}

  /**
   * The stored players of a replay by largest change or by rank.
   * @throws DomainError not_found if the replay is unfinished or no longer stored
   */
  async replayCsv(replayId: string, request: StandingsRequest): Promise<AsyncIterable<string>> {
    const replay = await this.replayQueries.showReplay(replayId);
    if (!replay.isKept) throw notFound('replay');
    const { sport, compared, replayed } = replay;
    const formulaIds = [compared.formulaId, replayed.formulaId] as const;
    return this.standingLines(replayId, request, sport, formulaIds);
  }

  private async *standingLines(
    replayId: string,
    { discipline, order }: StandingsRequest,
    sport: Sport,
    [comparedId, replayedId]: readonly [string, string],
  ): AsyncGenerator<string> {
    yield csvLine(standingColumns);
    const orderField = order === 'change' ? 'place' : 'rankPlace';
    const standings = this.replayStore.rows
      .find({ replayId, discipline, [orderField]: { $gt: 0 } })
      .sort({ [orderField]: 1 })
      .batchSize(BATCH_SIZE);
    const cellsOf = ({ figure, range, rank }: StoredStanding['compared']) => [
      figure,
      ...range,
      rank,
    ];
    for await (const { playerId, change, compared, replayed } of standings) {
      const before = [comparedId, ...cellsOf(compared)];
      const after = [replayedId, ...cellsOf(replayed)];
      yield csvLine([sport, discipline, playerId, change, ...before, ...after, replayed.matches]);
    }
  }
}
