import type {
  FormulaParameters,
  RatingReplay,
  ReplayResult,
} from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';
import { paths } from '../../config/paths';

/** Parses the parameters of a link, such as `most=200, offset=4`. Ignores everything else. */
export const parseParameters = (text: string): FormulaParameters =>
  Object.fromEntries(
    text.split(/[\s,;]+/).flatMap((assignment) => {
      const [, parameterName, valueText] = /^([A-Za-z0-9]+)=(.+)$/.exec(assignment) ?? [];
      const value = valueText === 'true' ? true : valueText === 'false' ? false : Number(valueText);
      return parameterName && !Number.isNaN(value) ? [[parameterName, value]] : [];
    }),
  );

/** `most=250, offset=5` */
export const parametersLabel = (parameters: FormulaParameters): string =>
  Object.entries(parameters)
    .map(([parameterName, value]) => `${parameterName}=${value}`)
    .join(', ');

/** Badge tone and label of a replay status. */
export const statusVariants = {
  waiting: ['pending', 'Waiting'],
  running: ['pending', 'Running'],
  finished: ['good', 'Finished'],
  cancelled: ['neutral', 'Canceled'],
} as const satisfies Record<RatingReplay['status'], readonly [string, string]>;

/** `61.3%`, or a dash for null. */
export const percentLabel = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)}%`;

export const errorLabel = (error: number | null): string =>
  error === null ? '–' : error.toFixed(4);

/** A mean of coin flips, with its rounding errors, is below this. */
const COIN_FLIP_LOSS = Math.LN2 + 1e-6;

/** Warns if a formula forecasts worse than a coin flip, whose log loss is ln 2. */
export const coinFlipWarning = ({
  replayed,
  compared,
}: Pick<ReplayResult, 'replayed' | 'compared'>): string | null => {
  const [isReplayedWorse, isComparedWorse] = [replayed, compared].map(
    ({ errors: { logLoss } }) => logLoss !== null && logLoss > COIN_FLIP_LOSS,
  );
  if (!isReplayedWorse && !isComparedWorse) return null;
  const subject =
    replayed.formulaId !== compared.formulaId && isReplayedWorse && isComparedWorse
      ? 'Both formulas forecast'
      : `${(isReplayedWorse ? replayed : compared).formulaId} forecasts`;
  return `${subject} worse than a coin flip on these matches.`;
};

/** `+0.42` */
export const changeLabel = (ratingChange: number): string =>
  `${ratingChange > 0 ? '+' : ''}${ratingChange.toFixed(2)}`;

export const countLabel = (count: number): string => count.toLocaleString('en-US');

/** The initial values of the replay form, from the URL. An empty formula means the current one. */
export type InitialValues = Readonly<{
  sport: Sport;
  player: string;
  at: string;
  formula: string;
  numbers: string;
}>;

export const readInitialValues = (searchParams: URLSearchParams): InitialValues => {
  const [player, asOf, formula, numbers] = ['player', 'at', 'formula', 'numbers'].map(
    (parameterName) => searchParams.get(parameterName) ?? '',
  );
  const sport = searchParams.get('sport') === 'pickleball' ? 'pickleball' : 'tennis';
  return { sport, player: player!, at: asOf!, formula: formula!, numbers: numbers! };
};

/** The URL of a player's ratings at an instant. `replay` selects the replay to show. */
export const ratingsAsOfPath = (
  initialValues: Pick<InitialValues, 'player' | 'at'> & Partial<InitialValues & { replay: string }>,
): string => `${paths.adminPage('replay')}?${new URLSearchParams(initialValues)}`;
