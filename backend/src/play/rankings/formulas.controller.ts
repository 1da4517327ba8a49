import { ratingReplayRoutes as routes } from '@courtly/contracts/rating-replays';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Readable } from 'node:stream';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { AdoptFormulaCommand } from './formula.commands.js';
import { FormulaQueries } from './formulas.queries.js';
import { RankingCsvQueries } from './ranking-csv.queries.js';

@Controller()
export class FormulasController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly formulaQueries: FormulaQueries,
    private readonly rankingCsvQueries: RankingCsvQueries,
  ) {}

  @RouteHandler(routes.showRatingFormulas)
  show() {
    return this.formulaQueries.show();
  }

  @RouteHandler(routes.rankingCsv)
  @Header('Cache-Control', 'private, no-store')
  async rankingCsv(@RouteInput() { query }: Input<typeof routes.rankingCsv>) {
    const lines = await this.rankingCsvQueries.rankingCsv(query);
    return new StreamableFile(Readable.from(lines, { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="ranking-${query.sport}-${query.discipline}.csv"`,
    });
  }

  @RouteHandler(routes.adoptFormula)
  adopt(
    @RouteInput() { body }: Input<typeof routes.adoptFormula>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { replayId = null, ...adoption } = body;
    return this.commandBus.execute(
      new AdoptFormulaCommand({ ...adoption, replayId }, commandContext),
    );
  }
}
