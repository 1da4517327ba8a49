import type { RatingFormulas } from '@courtly/contracts/rating-replays';
import { Injectable } from '@nestjs/common';
import { foldAll } from '../../platform/kernel/decider.js';
import { Streams } from '../../platform/kernel/streams.js';
import { FORMULA_STREAM_ID, formulaInForce } from './formula-in-force.js';
import { formulaNames, configuredFormula, parameterFields } from './formulas.js';
import type { RatingFormulaEvent } from './rankings.events.js';
import { TableStore } from './table-store.service.js';

@Injectable()
export class FormulaQueries {
  constructor(
    private readonly streams: Streams,
    private readonly tableStore: TableStore,
  ) {}

  /** @throws StoreUnavailable */
  async show(): Promise<RatingFormulas> {
    const [formulaEvents, publishedTable] = await Promise.all([
      this.streams.events(`${formulaInForce.category}-${FORMULA_STREAM_ID}`),
      this.tableStore.published(),
    ]);
    const adoptionEvents = formulaEvents as unknown as readonly RatingFormulaEvent[];
    return {
      formulas: formulaNames.map((formulaName) => ({
        formula: formulaName,
        parameters: configuredFormula(formulaName).formula.parameters,
        fields: Object.entries(parameterFields(formulaName)).map(([name, field]) => ({
          name,
          ...field,
        })),
      })),
      inForce: foldAll(formulaInForce, adoptionEvents),
      before:
        adoptionEvents.length === 0 ? null : foldAll(formulaInForce, adoptionEvents.slice(0, -1)),
      published: publishedTable && {
        formulaId: publishedTable.formulaId,
        inputPosition: publishedTable.inputPosition,
        publishedAt: publishedTable.publishedAt,
        matches: publishedTable.matches,
      },
    };
  }
}
