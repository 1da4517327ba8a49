import { ratingReplayRoutes as routes } from '@courtly/contracts/rating-replays';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { AdoptFormulaCommand } from './formula.commands.js';
import { FormulaQueries } from './formulas.queries.js';

@Controller()
export class FormulasController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly formulaQueries: FormulaQueries,
  ) {}

  @RouteHandler(routes.showRatingFormulas)
  show() {
    return this.formulaQueries.show();
  }

  @RouteHandler(routes.adoptFormula)
  adopt(
    @RouteInput() { body }: Input<typeof routes.adoptFormula>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { formula, parameters, expectedCurrent, reason } = body;
    return this.commandBus.execute(
      new AdoptFormulaCommand({ formula, parameters, expectedCurrent, reason }, commandContext),
    );
  }
}
