import { Glicko2, type Player } from 'glicko2';
import type { Columns } from './bare-ratings.js';

/** The documented use of the package: one system for all players, one rating period per match. */
export const sharedSystemRatings = (
  { one, other, games, otherGames }: Columns,
  playerCount: number,
): number[] => {
  const system = new Glicko2();
  const packagePlayers: (Player | undefined)[] = new Array<undefined>(playerCount).fill(undefined);
  for (let index = 0; index < one.length; index++) {
    const a = (packagePlayers[one[index]!] ??= system.makePlayer());
    const b = (packagePlayers[other[index]!] ??= system.makePlayer());
    system.updateRatings([[a, b, games[index]! > otherGames[index]! ? 1 : 0]]);
  }
  return packagePlayers.map((player) => (player ?? new Glicko2().makePlayer()).getRating());
};

/** A system of two players per match, so that no other player ages. This use is not documented. */
export const pairSystemRatings = (
  { one, other, games, otherGames }: Columns,
  playerCount: number,
): number[] => {
  const packagePlayers = Array.from({ length: playerCount }, () => new Glicko2().makePlayer());
  for (let index = 0; index < one.length; index++) {
    const system = new Glicko2();
    const recreatePlayer = (player: Player) =>
      system.makePlayer(player.getRating(), player.getRd(), player.getVol());
    const [a, b] = [
      recreatePlayer(packagePlayers[one[index]!]!),
      recreatePlayer(packagePlayers[other[index]!]!),
    ];
    system.updateRatings([[a, b, games[index]! > otherGames[index]! ? 1 : 0]]);
    [packagePlayers[one[index]!], packagePlayers[other[index]!]] = [a, b];
  }
  return packagePlayers.map((player) => player.getRating());
};
