import type { FormulaParameters, RatingReplay } from '@courtly/contracts/rating-replays';
import { paths } from '../../config/paths';

/** What is wrong with text that should be numbers of a formula. */
export type Unreadable = Readonly<{ problem: string }>;

/** `most=200 offset=4`, in lines or with commas, as numbers by their names. */
export const parametersIn = (text: string): FormulaParameters | Unreadable => {
  const parameters: Record<string, number | boolean> = {};
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const [, name, value] = /^([A-Za-z0-9]+)=(.+)$/.exec(part) ?? [];
    const read = value === 'true' ? true : value === 'false' ? false : Number(value);
    if (!name || Number.isNaN(read))
      return { problem: `Write a name and a value, such as most=200: “${part}” is neither` };
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

/** Where a replay stands, and how that looks. */
export const statusLook = {
  waiting: ['pending', 'Waiting'],
  running: ['pending', 'Running'],
  finished: ['good', 'Finished'],
  cancelled: ['neutral', 'Cancelled'],
} as const satisfies Record<RatingReplay['status'], readonly [string, string]>;

/** `61.3%`; a share of nothing is a dash. */
export const percentLabel = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)}%`;

export const errorLabel = (error: number | null): string =>
  error === null ? '–' : error.toFixed(4);

/** `+0.42` */
export const changeLabel = (change: number): string =>
  `${change > 0 ? '+' : ''}${change.toFixed(2)}`;

export const countLabel = (count: number): string => count.toLocaleString('en-US');

/** With what the form of a replay begins, as its page's address says it. Where no formula is named, it is the one in force then. */
export type Begun = Readonly<{ player: string; at: string; formula: string; numbers: string }>;

/** What an address begins a replay with. */
export const begunIn = (search: URLSearchParams): Begun => {
  const [player, at, formula, numbers] = ['player', 'at', 'formula', 'numbers'].map(
    (name) => search.get(name) ?? '',
  );
  return { player: player!, at: at!, formula: formula!, numbers: numbers! };
};

/** Where the ratings of a player as of an instant are asked for; `replay` is the one that stays in sight. */
export const ratingsThen = (
  begun: Pick<Begun, 'player' | 'at'> & Partial<Begun & { replay: string }>,
): string => `${paths.desk('replay')}?${new URLSearchParams(begun)}`;
