/** What a year of Elite costs a founding member (domain rules, G1). */
export const FOUNDING_PRICE = '$199';
