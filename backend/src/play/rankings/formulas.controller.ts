import { ratingReplayRoutes as routes } from '@courtly/contracts/rating-replays';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../platform/http/handles.js';
import { Given, Received } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { AdoptFormulaCommand } from './formula.commands.js';
import { FormulaQueries } from './formulas.queries.js';

@Controller()
export class FormulasController {
  constructor(
    private readonly commands: CommandBus,
    private readonly formulas: FormulaQueries,
  ) {}

  @Handles(routes.showRatingFormulas)
  show() {
    return this.formulas.show();
  }

  @Handles(routes.adoptFormula)
  adopt(@Received() { body }: Input<typeof routes.adoptFormula>, @Given() context: CommandContext) {
    const { formula, parameters, expectedCurrent, reason } = body;
    return this.commands.execute(
      new AdoptFormulaCommand({ formula, parameters, expectedCurrent, reason }, context),
    );
  }
}
