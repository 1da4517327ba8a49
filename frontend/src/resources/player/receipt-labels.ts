import type { RatingReceipt } from '@courtly/contracts/rankings';
import { formatShortDate } from '../../lib/format';
import { figureLabel } from '../ranking/ranking-labels';

const weightReasonLabels: Record<RatingReceipt['weight']['reasons'][number], string> = {
  confirmed: 'an opponent confirmed it',
  auto_confirmed: 'no one responded in time, which counts less than a confirmation',
  disputed: 'it is disputed',
  unclaimed: "a player hasn't claimed their place with an account",
  repeated_pair: 'the same players met recently, and each repeat counts less',
};

const percentLabel = (share: number): string => `${Math.round(share * 100)}%`;
const decimalLabel = (value: number): string => String(Math.round(value * 100) / 100);

/** `Won 6–4` */
export const receiptScoreLabel = ({
  result,
  gamesWon,
  gamesLost,
}: Pick<RatingReceipt, 'result' | 'gamesWon' | 'gamesLost'>): string =>
  `${{ win: 'Won', loss: 'Lost', draw: 'Draw' }[result]} ${gamesWon}–${gamesLost}`;

/** `Sat, Mar 13`. Without the time, it is the court's date. */
export const playedOnLabel = (receipt: RatingReceipt): string =>
  receipt.playedAt === null
    ? formatShortDate(`${receipt.playedOn}T12:00:00Z`, 'UTC')
    : formatShortDate(receipt.playedAt, receipt);

type NamedPerson = Readonly<{ name: string }>;

const joinNames = (people: readonly NamedPerson[]): string =>
  people.map(({ name }) => name || 'a former member').join(' and ');

/** `with Olga, against Nadia and Ivan` */
export const companionsLabel = ({
  partner,
  opponents,
}: Readonly<{ partner: NamedPerson | null; opponents: readonly NamedPerson[] }>): string =>
  [
    partner && `with ${joinNames([partner])}`,
    opponents.length > 0 && `against ${joinNames(opponents)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The displayed change in the skill: `+0.11`, `−0.05`, `±0.00`. */
export const changeLabel = ({ before, after }: Pick<RatingReceipt, 'before' | 'after'>): string => {
  const difference = Number(figureLabel(after.figure)) - Number(figureLabel(before.figure));
  const sizeLabel = figureLabel(Math.abs(difference));
  if (Number(sizeLabel) === 0) return '±0.00';
  return difference > 0 ? `+${sizeLabel}` : `−${sizeLabel}`;
};

const weightLine = ({ weight: { value, reasons } }: RatingReceipt): string => {
  const reasonText = reasons.map((weightReason) => weightReasonLabels[weightReason]).join('; ');
  const weightText =
    value === 0
      ? "doesn't count"
      : value === 1
        ? 'counts in full'
        : `counts with a weight of ${decimalLabel(value)}`;
  return `The match ${weightText}${reasonText && `: ${reasonText}`}.`;
};

const changeLine = (receipt: RatingReceipt): string => {
  const { held, result, weight, before, after } = receipt;
  if (weight.value === 0) return "So the skill didn't change.";
  if (held)
    return result === 'win'
      ? 'A win never lowers a rating: the skill would have dropped, so no rating changed.'
      : 'The winner would have dropped, but a win never lowers a rating, so no rating changed.';
  if (changeLabel(receipt) === '±0.00') return 'That changes the skill by less than 0.01.';
  return after.figure > before.figure
    ? 'That is better than expected, so the skill went up.'
    : 'That is less than expected, so the skill went down.';
};

/**
 * Explains how a match changed a skill. A rating is the skill adjusted for each surface; receipts
 * cover only the skill. `playerName` is null for the current user.
 */
export const receiptLines = (receipt: RatingReceipt, playerName: string | null): string[] => {
  const { before, after, expected, actual } = receipt;
  const skillLabel = ({ figure, uncertainty }: RatingReceipt['before']) =>
    `${figureLabel(figure)}, give or take ${figureLabel(uncertainty)}`;
  return [
    `Skill before the match: ${skillLabel(before)}.`,
    `${playerName ? `${playerName} was` : 'You were'} expected to win ${percentLabel(expected)} of the games and won ${percentLabel(actual)}.`,
    weightLine(receipt),
    changeLine(receipt),
    `Skill after the match: ${skillLabel(after)}.`,
  ];
};
