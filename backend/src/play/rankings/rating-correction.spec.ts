import { expect, it } from '@jest/globals';
import {
  MOST_CORRECTIONS,
  type FigureChange,
  largestChanges,
  changesBetween,
} from './rating-correction.js';

const figureChange = (
  playerId: string,
  after: number,
  sport: FigureChange['sport'] = 'tennis',
): FigureChange => ({
  playerId,
  sport,
  discipline: 'singles',
  before: 4,
  after,
});

it('notifies only a limited number of players, those with the largest changes', () => {
  const figureChanges = Array.from({ length: MOST_CORRECTIONS }, (_, index) =>
    figureChange(`player ${index}`, 4.1),
  );
  expect(largestChanges(figureChanges)).toHaveLength(MOST_CORRECTIONS);
  const largest = largestChanges([
    ...figureChanges,
    figureChange('ann', 3.8),
    figureChange('ben', 4.01),
  ]);
  expect(largest).toHaveLength(MOST_CORRECTIONS);
  expect(largest[0]).toEqual(figureChange('ann', 3.8));
  expect(largest.map(({ playerId }) => playerId)).not.toContain('ben');
  const inPickleball = figureChange('cleo', 4.01, 'pickleball');
  expect(largestChanges([...figureChanges, inPickleball]).at(-1)).toEqual(inPickleball);
});

it('reports changes by discipline, except a discipline that is new to the player', () => {
  const row = (startFigure: number) => ({ figure: startFigure }) as never;
  const player = { playerId: 'ann', sport: 'pickleball' } as const;
  const after = { ...player, singles: row(4.25), doubles: row(5) };
  expect(changesBetween({ singles: row(4.2), doubles: null }, after)).toEqual([
    { ...player, discipline: 'singles', before: 4.2, after: 4.25 },
  ]);
  expect(changesBetween({ singles: row(4.25), doubles: row(5) }, after)).toEqual([]);
});
