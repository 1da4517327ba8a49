import { Glicko2, type Player } from 'glicko2';
import type { Columns } from './bare-ratings.js';

/** The package as its documentation has it: one system of all who have played, and each match a rating period for all of them. */
export const packageOfAll = (
  { one, other, games, otherGames }: Columns,
  players: number,
): number[] => {
  const system = new Glicko2();
  const known: (Player | undefined)[] = new Array<undefined>(players).fill(undefined);
  for (let index = 0; index < one.length; index++) {
    const a = (known[one[index]!] ??= system.makePlayer());
    const b = (known[other[index]!] ??= system.makePlayer());
    system.updateRatings([[a, b, games[index]! > otherGames[index]! ? 1 : 0]]);
  }
  return known.map((player) => (player ?? new Glicko2().makePlayer()).getRating());
};

/** The package with a system of two for each match, so that it ages nobody else: what it does not document, and all it can do. */
export const packageOfTwo = (
  { one, other, games, otherGames }: Columns,
  players: number,
): number[] => {
  const known = Array.from({ length: players }, () => new Glicko2().makePlayer());
  for (let index = 0; index < one.length; index++) {
    const system = new Glicko2();
    const again = (player: Player) =>
      system.makePlayer(player.getRating(), player.getRd(), player.getVol());
    const [a, b] = [again(known[one[index]!]!), again(known[other[index]!]!)];
    system.updateRatings([[a, b, games[index]! > otherGames[index]! ? 1 : 0]]);
    [known[one[index]!], known[other[index]!]] = [a, b];
  }
  return known.map((player) => player.getRating());
};
