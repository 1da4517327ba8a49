type Outcome = 'win' | 'loss' | 'draw';
type SetScore = Readonly<{ player1: number; player2: number }>;

/** A result from the side that logs it. */
export type LoggedScore = Readonly<{
  result: Outcome;
  gamesWon: number;
  gamesLost: number;
  sets?: readonly SetScore[] | null | undefined;
}>;

export type ScoreProblem = Readonly<{ field: 'result' | 'gamesWon'; message: string }>;

/** Both sides together. Five games of pickleball to 12–10 fit, counted in points. */
export const MOST_GAMES = 120;

export const gamesOfSets = (
  sets: readonly SetScore[],
): { gamesWon: number; gamesLost: number } => ({
  gamesWon: sets.reduce((total, { player1 }) => total + player1, 0),
  gamesLost: sets.reduce((total, { player2 }) => total + player2, 0),
});

/** At least six games and a lead of two, or 7–6. */
const isCompleted = ({ player1, player2 }: SetScore): boolean => {
  const [most, least] = [Math.max(player1, player2), Math.min(player1, player2)];
  return most >= 6 && (most - least >= 2 || (most === 7 && least === 6));
};

/** A last set of 1–0 is a match tie-break, which decides if the completed sets do not. */
const leadInSets = (sets: readonly SetScore[]): number => {
  const lead = sets
    .filter(isCompleted)
    .reduce((subtotal, { player1, player2 }) => subtotal + Math.sign(player1 - player2), 0);
  const { player1 = 0, player2 = 0 } = sets.at(-1) ?? {};
  return lead || (player1 + player2 === 1 ? player1 - player2 : 0);
};

const outcomeLabels: Record<Outcome, string> = { win: 'a win', loss: 'a loss', draw: 'a draw' };

/**
 * Why a result contradicts its own score; null if it does not. Sets decide by the completed ones,
 * then by games. If the last set is unfinished, the match can also be a draw (domain rule G31). A
 * result without games and sets has no score to contradict.
 */
export const resultProblem = ({
  result,
  gamesWon,
  gamesLost,
  sets,
}: LoggedScore): ScoreProblem | null => {
  const playedSets = sets ?? [];
  const setTotals = gamesOfSets(playedSets);
  const isSumOfSets = gamesWon === setTotals.gamesWon && gamesLost === setTotals.gamesLost;
  if (playedSets.length > 0 && !isSumOfSets)
    return {
      field: 'gamesWon',
      message: `The sets add up to ${setTotals.gamesWon}–${setTotals.gamesLost} in games`,
    };
  if (gamesWon + gamesLost > MOST_GAMES)
    return { field: 'gamesWon', message: `Log at most ${MOST_GAMES} games for an hour` };
  if (gamesWon + gamesLost === 0) return null;
  const lead = leadInSets(playedSets) || gamesWon - gamesLost;
  const outcome = lead > 0 ? 'win' : lead < 0 ? 'loss' : 'draw';
  const lastSet = playedSets.at(-1);
  const isCutShort = lastSet !== undefined && !isCompleted(lastSet);
  if (result === outcome || (result === 'draw' && isCutShort)) return null;
  const advice = lastSet
    ? 'Correct the score or the result.'
    : 'Correct the score or the result, or add the sets.';
  return { field: 'result', message: `This score is ${outcomeLabels[outcome]}. ${advice}` };
};
