import { Glicko2, type Player } from 'glicko2';
import type { Columns } from './bare-ratings.js';

/**
 * The documented way to use the package: one system for all players, and one rating period per
 * match.
 */
export const sharedSystemRatings = (
  { one, other, games, otherGames }: Columns,
  playerCount: number,
): number[] => {
  const glickoSystem = new Glicko2();
  const packagePlayers: (Player | undefined)[] = new Array<undefined>(playerCount).fill(undefined);
  for (let index = 0; index < one.length; index++) {
    const firstPlayer = (packagePlayers[one[index]!] ??= glickoSystem.makePlayer());
    const secondPlayer = (packagePlayers[other[index]!] ??= glickoSystem.makePlayer());
    glickoSystem.updateRatings([
      [firstPlayer, secondPlayer, games[index]! > otherGames[index]! ? 1 : 0],
    ]);
  }
  return packagePlayers.map((playerEntry) =>
    (playerEntry ?? new Glicko2().makePlayer()).getRating(),
  );
};

/**
 * One system of two players per match, so that no other player ages. This use is not documented.
 */
export const pairSystemRatings = (
  { one, other, games, otherGames }: Columns,
  playerCount: number,
): number[] => {
  const packagePlayers = Array.from({ length: playerCount }, () => new Glicko2().makePlayer());
  for (let index = 0; index < one.length; index++) {
    const glickoSystem = new Glicko2();
    const recreatePlayer = (playerEntry: Player) =>
      glickoSystem.makePlayer(playerEntry.getRating(), playerEntry.getRd(), playerEntry.getVol());
    const [firstPlayer, secondPlayer] = [
      recreatePlayer(packagePlayers[one[index]!]!),
      recreatePlayer(packagePlayers[other[index]!]!),
    ];
    glickoSystem.updateRatings([
      [firstPlayer, secondPlayer, games[index]! > otherGames[index]! ? 1 : 0],
    ]);
    [packagePlayers[one[index]!], packagePlayers[other[index]!]] = [firstPlayer, secondPlayer];
  }
  return packagePlayers.map((playerEntry) => playerEntry.getRating());
};
