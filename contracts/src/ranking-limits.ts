/** The number of rows that players on the free tier can see. */
export const FREE_RANKING_ROWS = 20;
