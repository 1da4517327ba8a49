/** The part of glicko2 1 that the benchmark uses. The package itself has no types. */
declare module 'glicko2' {
  export type Player = { getRating(): number; getRd(): number; getVol(): number };

  export class Glicko2 {
    makePlayer(rating?: number, deviation?: number, volatility?: number): Player;
    updateRatings(matches: readonly [one: Player, other: Player, outcome: number][]): void;
  }
}
