import type { ForecastErrors } from '../play/ratings/evaluate.js';
import type { Cli } from './cli.js';
import { formatCount, formatTable } from './table.js';

const formatPercent = (fraction: number) => `${(fraction * 100).toFixed(1)}%`;

/** Prints the accuracy of forecasts, and their calibration in ten bins. */
export const printErrors = (cli: Cli, forecastErrors: readonly ForecastErrors[]) => {
  const rows = forecastErrors.map((formulaErrors) => [
    formulaErrors.formula,
    formatCount(formulaErrors.matches),
    formatPercent(formulaErrors.accuracy),
    formulaErrors.logLoss.toFixed(4),
    formulaErrors.brier.toFixed(4),
  ]);
  cli.print(formatTable([['formula', 'matches', 'accuracy', 'log loss', 'Brier'], ...rows]));
  for (const { formula, bins } of forecastErrors) {
    cli.print('');
    const calibrationRows = bins.map(({ forecasts, said: forecastRate, came }, bin) => [
      `${bin * 10} to ${bin * 10 + 10}%`,
      formatCount(forecasts),
      forecasts > 0 ? formatPercent(forecastRate) : '',
      forecasts > 0 ? formatPercent(came) : '',
    ]);
    cli.print(
      formatTable([
        [`calibration of ${formula}`, 'forecasts', 'expected', 'observed'],
        ...calibrationRows,
      ]),
    );
  }
};
