import type { Discipline } from '@courtly/contracts/matches';
import type { Sport } from '@courtly/contracts/sport';
import { Injectable } from '@nestjs/common';
import { csvLine } from './csv-line.js';
import { placeField } from './ranking-lists.js';
import { type StoredRow, TableStore } from './table-store.service.js';

const BATCH_SIZE = 1_000;

type RankingRequest = Readonly<{ sport: Sport; discipline: Discipline }>;

const rankingColumns = [
  ...['sport', 'discipline', 'rank', 'playerId', 'figure', 'least', 'most', 'matches'],
  ...['wins', 'losses', 'draws', 'streak', 'formulaId', 'inputPosition'],
];

/** The published ranking as CSV. Players appear as ids, so it contains no personal data. */
@Injectable()
export class RankingCsvQueries {
  constructor(private readonly tableStore: TableStore) {}

  /**
   * All ranked players of the published table, by place.
   * @throws DomainError store_unavailable before the first table
   */
  async rankingCsv(rankingRequest: RankingRequest): Promise<AsyncIterable<string>> {
    const { epoch, formulaId, inputPosition } = await this.tableStore.read(
      async (publishedTable) => publishedTable,
    );
    return this.rankingLines(epoch, rankingRequest, [formulaId, inputPosition]);
  }

  private async *rankingLines(
    epoch: number,
    { sport, discipline }: RankingRequest,
    source: readonly string[],
  ): AsyncGenerator<string> {
    yield csvLine(rankingColumns);
    const fieldName = placeField({ tab: 'all', discipline });
    for (let lastPlace = 0; ;) {
      const afterPlace = { sport, [fieldName]: { $gt: lastPlace } };
      const batch: StoredRow[] = await this.tableStore.readAt(epoch, (_, tableRows) =>
        tableRows
          .find(afterPlace)
          .sort({ [fieldName]: 1 })
          .limit(BATCH_SIZE)
          .toArray(),
      );
      for (const { playerId, ...row } of batch) {
        const { rank, figure, range, matches, wins, losses, draws, streak } = row[discipline]!;
        const result = [matches, wins, losses, draws, streak];
        yield csvLine([sport, discipline, rank, playerId, figure, ...range, ...result, ...source]);
      }
      if (batch.length < BATCH_SIZE) return;
      lastPlace = batch.at(-1)![discipline]!.place!;
    }
  }
}
