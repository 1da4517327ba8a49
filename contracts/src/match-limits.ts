/** The other players of a match: one partner and two opponents. This file must not load zod. */
export const MOST_MATCH_PLAYERS = 3;

export const MOST_SETS = 9;
