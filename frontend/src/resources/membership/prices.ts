/** Price of a founding year of Elite (domain rules, G1). */
export const FOUNDING_PRICE = '$199';
