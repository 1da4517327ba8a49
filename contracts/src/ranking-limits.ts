/** The number of rows that players on the free tier can see. */
export const FREE_RANKING_ROWS = 20;

/**
 * Rankings compare each rank with the rank this many days earlier. A result can be logged and
 * answered weeks after the match, so a shorter period would leave out many results.
 */
export const RANK_COMPARISON_DAYS = 28;

/** The maximum number of matches in the skill line of the caller's rank. */
export const LATEST_SKILLS = 12;

/** Ratings with fewer rated matches are provisional and have no rank. */
export const RATED_FROM = 5;

/** Below this number of ranked players, the top 10% is less than one player. */
export const SMALL_RANKING = 10;
