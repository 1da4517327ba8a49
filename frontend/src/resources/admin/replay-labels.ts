import type { FormulaParameters, RatingReplay } from '@courtly/contracts/rating-replays';
import type { Sport } from '@courtly/contracts/sport';
import { paths } from '../../config/paths';

/** Explains why the text is not a valid list of formula parameters. */
export type ParseProblem = Readonly<{ problem: string }>;

/** Parses parameters such as `most=200 offset=4`, separated by spaces, commas or line breaks. */
export const parseParameters = (text: string): FormulaParameters | ParseProblem => {
  const parameters: Record<string, number | boolean> = {};
  for (const assignment of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, parameterName, valueText] = /^([A-Za-z0-9]+)=(.+)$/.exec(assignment) ?? [];
    const value = valueText === 'true' ? true : valueText === 'false' ? false : Number(valueText);
    if (!parameterName || Number.isNaN(value))
      return { problem: `Enter a name and a value, such as most=200, instead of “${assignment}”` };
    parameters[parameterName] = value;
  }
  return parameters;
};

export const isParseProblem = (parsed: FormulaParameters | ParseProblem): parsed is ParseProblem =>
  typeof (parsed as Partial<ParseProblem>).problem === 'string';

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
