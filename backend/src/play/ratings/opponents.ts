/**
 * Who has met whom, and how far the matches against each opponent have raised a player's lower
 * bound. Players are numbers from 0.
 */
export class Opponents {
  private readonly opponentsOf: number[][] = [];
  private readonly gainsOf: number[][] = [];
  private readonly silentGains: number[] = [];
  private metPlayers = 0;
  private pieces: Pieces | null = null;

  /** @param groupShare the smallest group of players that counts, as a share of all players */
  constructor(private readonly groupShare: number) {}

  addMeeting(player: number, opponent: number, gain: number): void {
    if (!this.opponentsOf[player]) this.metPlayers++;
    const opponents = (this.opponentsOf[player] ??= []);
    const gains = (this.gainsOf[player] ??= []);
    const index = opponents.indexOf(opponent);
    if (index >= 0) {
      gains[index]! += gain;
      return;
    }
    opponents.push(opponent);
    gains.push(gain);
    this.pieces = null;
  }

  /** A gain from a result to which one of the two did not respond. They have not met. */
  addSilentGain(player: number, gain: number): void {
    this.silentGains[player] = (this.silentGains[player] ?? 0) + gain;
  }

  /** The number of players who have met anyone. */
  get playerCount(): number {
    return this.metPlayers;
  }

  countOf(player: number): number {
    return this.opponentsOf[player]?.length ?? 0;
  }

  /** The opponents who stay connected to the club without this player. */
  *independentOf(player: number): Generator<number> {
    this.pieces ??= piecesOf(this.opponentsOf, this.groupShare);
    for (const opponent of this.opponentsOf[player] ?? [])
      if (this.pieces.isIndependent(player, opponent)) yield opponent;
  }

  /**
   * The points that do not count for a rank: gains from results without a response, gains against
   * opponents connected to the club only through this player, and the largest gains against others.
   * @param mostTrimmed how many of the other opponents are left out
   */
  unsupportedGain(player: number, mostTrimmed: number): number {
    this.pieces ??= piecesOf(this.opponentsOf, this.groupShare);
    const independentGains: number[] = [];
    let sum = Math.max(0, this.silentGains[player] ?? 0);
    for (const [index, opponent] of (this.opponentsOf[player] ?? []).entries()) {
      const gain = this.gainsOf[player]![index]!;
      if (gain <= 0) continue;
      if (this.pieces.isIndependent(player, opponent)) independentGains.push(gain);
      else sum += gain;
    }
    independentGains.sort((firstGain, secondGain) => secondGain - firstGain);
    for (const gain of independentGains.slice(0, mostTrimmed)) sum += gain;
    return sum;
  }
}

type Pieces = Readonly<{ isIndependent(player: number, opponent: number): boolean }>;

/**
 * The pieces of a group of players without one of them (Tarjan's low-link values). Opponents in the
 * largest piece are independent of the player, unless that piece is too small.
 */
const piecesOf = (
  opponentsOf: readonly (readonly number[] | undefined)[],
  groupShare: number,
): Pieces => {
  const playerCount = opponentsOf.length;
  const [order, lowest, size, parent, root] = [0, 1, 2, 3, 4].map(() =>
    new Int32Array(playerCount).fill(-1),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  const nextIndex = new Int32Array(playerCount);
  let visited = 0;
  const byOrder: number[] = [];
  const visit = (player: number, parentPlayer: number, rootPlayer: number) => {
    order[player] = lowest[player] = visited++;
    byOrder.push(player);
    size[player] = 1;
    parent[player] = parentPlayer;
    root[player] = rootPlayer;
  };
  const leave = (player: number) => {
    const above = parent[player]!;
    if (above < 0) return;
    size[above]! += size[player]!;
    lowest[above] = Math.min(lowest[above]!, lowest[player]!);
  };
  for (let start = 0; start < playerCount; start++) {
    if (order[start]! >= 0 || !opponentsOf[start]) continue;
    visit(start, -1, start);
    for (const path = [start]; path.length > 0;) {
      const player = path.at(-1)!;
      const opponent = opponentsOf[player]?.[nextIndex[player]!++];
      if (opponent === undefined) leave(path.pop()!);
      else if (order[opponent]! < 0) {
        visit(opponent, player, start);
        path.push(opponent);
      } else if (opponent !== parent[player])
        lowest[player] = Math.min(lowest[player]!, order[opponent]!);
    }
  }
  /** The players below `child` whom only `player` connects to the others. */
  const isCutOff = (player: number, child: number) =>
    parent[child] === player && lowest[child]! >= order[player]!;
  const largestPiece = new Int32Array(playerCount);
  const piecesAbove = new Int32Array(playerCount);
  for (let player = 0; player < playerCount; player++)
    if (root[player]! >= 0) piecesAbove[player] = size[root[player]!]! - 1;
  for (let child = 0; child < playerCount; child++) {
    const above = parent[child]!;
    if (above < 0 || !isCutOff(above, child)) continue;
    piecesAbove[above]! -= size[child]!;
    largestPiece[above] = Math.max(largestPiece[above]!, size[child]!);
  }
  for (let player = 0; player < playerCount; player++)
    largestPiece[player] = Math.max(largestPiece[player]!, piecesAbove[player]!);
  /** For each player, the nearest one at or above them that their parent cuts off; -1 if none. */
  const nearestCutOff = new Int32Array(playerCount).fill(-1);
  for (const player of byOrder) {
    const above = parent[player]!;
    if (above >= 0)
      nearestCutOff[player] = isCutOff(above, player) ? player : nearestCutOff[above]!;
  }
  return {
    isIndependent(player, opponent) {
      // Opponents have met, so nothing between them cuts one off from the other.
      const child = nearestCutOff[opponent]!;
      const pieceSize = parent[child] === player ? size[child]! : piecesAbove[player]!;
      return pieceSize === largestPiece[player] && pieceSize >= groupShare * visited - 1;
    },
  };
};
