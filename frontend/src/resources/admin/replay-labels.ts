import type { FormulaParameters, RatingReplay } from '@courtly/contracts/rating-replays';
import { paths } from '../../config/paths';

/** Explains why text can't be parsed as formula parameters. */
export type Unreadable = Readonly<{ problem: string }>;

/** Parses parameters such as `most=200 offset=4`, separated by spaces, commas or line breaks. */
export const parametersIn = (text: string): FormulaParameters | Unreadable => {
  const parameters: Record<string, number | boolean> = {};
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, name, value] = /^([A-Za-z0-9]+)=(.+)$/.exec(part) ?? [];
    const read = value === 'true' ? true : value === 'false' ? false : Number(value);
    if (!name || Number.isNaN(read))
      return { problem: `Write a name and a value, such as most=200, instead of “${part}”` };
    parameters[name] = read;
  }
  return parameters;
};

export const isUnreadable = (read: FormulaParameters | Unreadable): read is Unreadable =>
  typeof (read as Partial<Unreadable>).problem === 'string';

/** `most=250, offset=5` */
export const parametersLabel = (parameters: FormulaParameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** Badge tone and label of a replay status. */
export const statusLook = {
  waiting: ['pending', 'Waiting'],
  running: ['pending', 'Running'],
  finished: ['good', 'Finished'],
  cancelled: ['neutral', 'Cancelled'],
} as const satisfies Record<RatingReplay['status'], readonly [string, string]>;

/** `61.3%`, or a dash for null. */
export const percentLabel = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)}%`;

export const errorLabel = (error: number | null): string =>
  error === null ? '–' : error.toFixed(4);

/** `+0.42` */
export const changeLabel = (change: number): string =>
  `${change > 0 ? '+' : ''}${change.toFixed(2)}`;

export const countLabel = (count: number): string => count.toLocaleString('en-US');

/** Initial values of the replay form, read from the URL. An empty formula means the current one. */
export type Begun = Readonly<{ player: string; at: string; formula: string; numbers: string }>;

export const begunIn = (search: URLSearchParams): Begun => {
  const [player, at, formula, numbers] = ['player', 'at', 'formula', 'numbers'].map(
    (name) => search.get(name) ?? '',
  );
  return { player: player!, at: at!, formula: formula!, numbers: numbers! };
};

/** URL of the ratings of a player at an instant; `replay` selects the replay to show. */
export const ratingsThen = (
  begun: Pick<Begun, 'player' | 'at'> & Partial<Begun & { replay: string }>,
): string => `${paths.desk('replay')}?${new URLSearchParams(begun)}`;
