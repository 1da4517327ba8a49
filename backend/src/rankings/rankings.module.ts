import { Module } from '@nestjs/common';
import { AdoptFormulaHandler } from './formula.commands.js';

/** Who plays how well: the table of ratings that follows from all matches, and what is read from it. */
@Module({
  providers: [AdoptFormulaHandler],
})
export class RankingsModule {}
