import type { RatingFormulas } from '@courtly/contracts/rating-replays';
import { Injectable } from '@nestjs/common';
import { foldAll } from '../../platform/kernel/decider.js';
import { Streams } from '../../platform/kernel/streams.js';
import { THE_FORMULA, formulaInForce } from './formula-in-force.js';
import { formulaNames, formulaOf } from './formulas.js';
import type { RatingFormulaEvent } from './rankings.events.js';
import { TableStore } from './table-store.service.js';

/** The formula in force and those that could be adopted. */
@Injectable()
export class FormulaQueries {
  constructor(
    private readonly streams: Streams,
    private readonly tables: TableStore,
  ) {}

  /** @throws StoreUnavailable */
  async show(): Promise<RatingFormulas> {
    const [events, table] = await Promise.all([
      this.streams.events(`${formulaInForce.category}-${THE_FORMULA}`),
      this.tables.published(),
    ]);
    const adopted = events as unknown as readonly RatingFormulaEvent[];
    return {
      formulas: formulaNames.map((formula) => ({
        formula,
        parameters: formulaOf(formula).formula.parameters,
      })),
      inForce: foldAll(formulaInForce, adopted),
      before: adopted.length === 0 ? null : foldAll(formulaInForce, adopted.slice(0, -1)),
      published: table && {
        formulaId: table.formulaId,
        inputPosition: table.inputPosition,
        publishedAt: table.publishedAt,
        matches: table.matches,
      },
    };
  }
}
