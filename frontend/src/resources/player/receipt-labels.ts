import type { RatingReceipt } from '@courtly/contracts/rankings';
import { figureLabel } from '../ranking/ranking-labels';

const whyWeight: Record<RatingReceipt['weight']['reasons'][number], string> = {
  confirmed: 'an opponent confirmed it',
  auto_confirmed: 'no one answered in time, which counts less than a confirmation',
  disputed: 'it is disputed',
  unclaimed: 'a player has not claimed their place with an account',
  repeated_pair: 'the same players met within the last 30 days, and each repeat counts less',
};

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const shareLabel = (value: number): string => String(Math.round(value * 100) / 100);

/** `Won 6–4` */
export const receiptScore = ({
  result,
  gamesWon,
  gamesLost,
}: Pick<RatingReceipt, 'result' | 'gamesWon' | 'gamesLost'>): string =>
  `${{ win: 'Won', loss: 'Lost', draw: 'Draw' }[result]} ${gamesWon}–${gamesLost}`;

type Named = Readonly<{ name: string }>;

const namesOf = (people: readonly Named[]): string =>
  people.map(({ name }) => name || 'a former member').join(' and ');

/** `with Olga, against Nadia and Ivan` */
export const playedWith = ({
  partner,
  opponents,
}: Readonly<{ partner: Named | null; opponents: readonly Named[] }>): string =>
  [partner && `with ${namesOf([partner])}`, opponents.length > 0 && `against ${namesOf(opponents)}`]
    .filter(Boolean)
    .join(', ');

/** Change of the skill as displayed: `+0.11`, `−0.05`, `±0.00`. */
export const movedLabel = ({ before, after }: Pick<RatingReceipt, 'before' | 'after'>): string => {
  const moved = Number(figureLabel(after.figure)) - Number(figureLabel(before.figure));
  const size = figureLabel(Math.abs(moved));
  if (Number(size) === 0) return '±0.00';
  return moved > 0 ? `+${size}` : `−${size}`;
};

const weightLine = ({ weight: { value, reasons } }: RatingReceipt): string => {
  const why = reasons.map((reason) => whyWeight[reason]).join('; ');
  const amount =
    value === 0
      ? 'does not count'
      : value === 1
        ? 'counts in full'
        : `counts with a weight of ${shareLabel(value)}`;
  return `The match ${amount}${why && `: ${why}`}.`;
};

const movedLine = (receipt: RatingReceipt): string => {
  const { held, result, weight, before, after } = receipt;
  if (weight.value === 0) return 'So the skill did not change.';
  if (held)
    return result === 'win'
      ? 'A win never lowers a rating: the skill would have dropped, so no rating changed.'
      : 'The winner would have dropped, but a win never lowers a rating, so no rating changed.';
  if (movedLabel(receipt) === '±0.00') return 'That changes the skill by less than 0.01.';
  return after.figure > before.figure
    ? 'That is better than expected, so the skill went up.'
    : 'That is less than expected, so the skill went down.';
};

/**
 * Explains how a match changed a skill. A rating is the skill adjusted for each surface; receipts
 * cover only the skill. `playerName` is null for the current user.
 */
export const receiptWords = (receipt: RatingReceipt, who: string | null): string[] => {
  const { before, after, expected, actual } = receipt;
  const giveOrTake = ({ figure, uncertainty }: RatingReceipt['before']) =>
    `${figureLabel(figure)}, give or take ${figureLabel(uncertainty)}`;
  return [
    `Skill before the match: ${giveOrTake(before)}.`,
    `${who ? `${who} was` : 'You were'} expected to win ${percent(expected)} of the games and won ${percent(actual)}.`,
    weightLine(receipt),
    movedLine(receipt),
    `Skill after it: ${giveOrTake(after)}.`,
  ];
};
