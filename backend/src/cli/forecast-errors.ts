import type { ForecastErrors } from '../play/ratings/evaluate.js';
import type { Cli } from './cli.js';
import { count, table } from './table.js';

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Prints the accuracy of forecasts and their calibration in ten bins. */
export const printErrors = (cli: Cli, errors: readonly ForecastErrors[]) => {
  const rows = errors.map((one) => [
    one.formula,
    count(one.matches),
    percent(one.accuracy),
    one.logLoss.toFixed(4),
    one.brier.toFixed(4),
  ]);
  cli.print(table([['formula', 'matches', 'accuracy', 'log loss', 'Brier'], ...rows]));
  for (const { formula, bins } of errors) {
    cli.print('');
    const lines = bins.map(({ forecasts, said, came }, bin) => [
      `${bin * 10} to ${bin * 10 + 10} %`,
      count(forecasts),
      forecasts > 0 ? percent(said) : '',
      forecasts > 0 ? percent(came) : '',
    ]);
    cli.print(table([[`calibration of ${formula}`, 'forecasts', 'said', 'observed'], ...lines]));
  }
};
