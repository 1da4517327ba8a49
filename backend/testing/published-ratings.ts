import { ReadModels } from '../src/platform/projections/read-models.js';
import { DEFAULT_FORMULA, configuredFormula } from '../src/play/rankings/formulas.js';
import { ratedMatches } from '../src/play/rankings/rated-matches.projection.js';
import { RankingFold } from '../src/play/rankings/ranking-fold.js';
import { type Receipt, rowIdOf } from '../src/play/rankings/ranking-table.js';
import type { TableStore } from '../src/play/rankings/table-store.service.js';
import type { Courtly } from './courtly.js';

/** The published table, without times and epochs. */
export const tableContentOf = async (tables: TableStore) => {
  const now = (await tables.published())!;
  const rows = await tables.rows(now).find({}).sort({ _id: 1 }).toArray();
  const receiptEpochs = rows.map(({ playerId, sport, receipts }) => ({
    playerId,
    sport,
    epoch: receipts,
  }));
  const tableDocument =
    receiptEpochs.length === 0
      ? []
      : await tables.receipts
          .find({ $or: receiptEpochs })
          .sort({ playedAt: 1, logged: 1, playerId: 1 })
          .toArray();
  return {
    formulaId: now.formulaId,
    rows: rows.map(({ receipts: _, isFlagged: __, city: ___, ...row }) => row),
    receipts: tableDocument.map(({ _id, epoch: _, ended: __, ...receipt }) => receipt),
  };
};

/** The expected table: a single fold of all matches, as of the publication. */
export const expectedContent = async (
  { app }: Courtly,
  tables: TableStore,
  formula = DEFAULT_FORMULA,
) => {
  const { publishedAt, comparedAt } = (await tables.published())!;
  const receipts: Receipt[] = [];
  const fold = new RankingFold(configuredFormula(formula), {
    comparedAt,
    onReceipt: (receipt) => receipts.push(receipt),
  });
  const matchDocuments = await app
    .get(ReadModels)
    .read(ratedMatches, (documents) => documents.find({}).toArray());
  matchDocuments
    .sort((a, b) => (a.playedAt + a.logged < b.playedAt + b.logged ? -1 : 1))
    .forEach((ratedDocument) => fold.rateDocument(ratedDocument));
  const rows = [...fold.rankingTable(Date.parse(publishedAt), () => ({ city: null })).rows];
  const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1);
  return {
    formulaId: configuredFormula(formula).formula.id,
    rows: rows.map(({ city: _, ...row }) => ({ ...row, _id: rowIdOf(row) })).sort(byId),
    receipts: receipts.sort((a, b) =>
      a.playedAt + a.logged + a.playerId < b.playedAt + b.logged + b.playerId ? -1 : 1,
    ),
  };
};
