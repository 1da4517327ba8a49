import { Glicko2, type Player } from 'glicko2';
import type { Columns } from './bare-ratings.js';

/** The documented use of the package: one system for all players, one rating period per match. */
export const sharedSystemRatings = (
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

/** A system of two players per match, so that no other player ages. This use is not documented. */
export const pairSystemRatings = (
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
