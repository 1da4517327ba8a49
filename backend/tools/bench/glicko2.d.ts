/** The part of glicko2 (version 1, without types of its own) that the benchmark uses. */
declare module 'glicko2' {
  export type Player = { getRating(): number; getRd(): number; getVol(): number };

  export class Glicko2 {
    makePlayer(rating?: number, deviation?: number, volatility?: number): Player;
    updateRatings(matches: readonly [one: Player, other: Player, outcome: number][]): void;
  }
}
