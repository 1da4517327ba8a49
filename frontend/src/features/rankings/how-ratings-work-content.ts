/** The formula in plain words, as `docs/ratings.md` has it in full. */
export const chapters: readonly { title: string; text: readonly string[] }[] = [
  {
    title: 'What the figure is',
    text: [
      'A number from 1.00 to 16.50, for singles and for doubles apart. One point of difference means that the stronger player is expected to win six games of ten.',
      'It is Courtly’s own figure. We call it UTR-style because it goes by games, but it is no official rating of anybody, and no other service’s data is in it. A level that players give themselves is shown beside it as what it is: what they say.',
      'A newcomer starts at 4.00: a first guess that weighs little once they play.',
    ],
  },
  {
    title: 'What moves it',
    text: [
      'Before a match we expect each side to win a share of the games, from both ratings. Afterwards we compare: who wins more than was expected goes up, who wins less goes down. So a close loss against somebody far stronger may lift you.',
      'A new player moves fast and somebody with many matches slowly, since more is known of them. A match teaches two things at once: the skill on all surfaces, which receipts show, and what its own surface changes. The rating is both together, by how much a player played on each surface.',
      'A win never costs anything: where the winner would drop, nobody moves.',
    ],
  },
  {
    title: 'What a match counts',
    text: [
      'A match that an opponent confirmed counts in full, and one that nobody answered in time counts 0.7.',
      'A disputed match counts nothing until that is settled. So does one where an opponent has no account, and one of which no games were logged.',
      'When the same players meet again within 30 days, each further match counts less. More than 60 games count as 60.',
    ],
  },
  {
    title: 'How sure it is',
    text: [
      'Beside each figure stands a range that is meant to hold the true one 19 times of 20. Each match narrows it; time without a match widens it.',
      'Below 5 rated matches a rating is provisional and has no rank.',
    ],
  },
  {
    title: 'Who stands where',
    text: [
      'Ranks go by the lower end of the range: who has played more and is surer of a figure stands above somebody with the same figure and fewer matches.',
      'The first tenth are Elite, up to a quarter Gold, up to half Silver, and the others Bronze. This tier is not the membership of the same name.',
    ],
  },
  {
    title: 'How to check it',
    text: [
      'Every match has a receipt in the match history of its players: before, expected, won, weight, after, and the formula’s name. The same matches always give the same figures, and a result that is withdrawn is left out as if it had never been.',
    ],
  },
];
