/** A plain-English summary of the formula in `docs/ratings.md`. */
/** The formula that the chapters describe. Its id with other parameters starts with this. */
export const DESCRIBED_FORMULA = 'games-share-glicko-3';

export const chapters: readonly { title: string; text: readonly string[] }[] = [
  {
    title: 'What the rating means',
    text: [
      'Your rating is a number from 1.00 to 16.50, with separate ratings for each sport, and for singles and doubles. A pickleball result never changes your tennis rating. A difference of one point means that the stronger player is expected to win six games out of ten.',
      "It is Courtly's own rating. We call it UTR-style because it is based on games, but it isn't an official rating and uses no data from other services. The level that players report themselves is shown separately and labeled as self-reported.",
      'New players start at 4.00. This is a first guess that matters little once you play.',
    ],
  },
  {
    title: 'How it changes',
    text: [
      'Before a match, we use both ratings to predict the share of games each side will win. Afterward, we compare: if you win more than expected, your rating goes up; if you win less, it goes down. A loss never raises your rating, however close it was.',
      'A rating changes quickly for a new player and slowly for a player with many matches, because we know more about that player. Each match updates two things: your skill on all surfaces, which receipts show, and your adjustment for the surface you played on. Your rating combines both, weighted by how much you have played on each surface.',
      "A win never costs you anything. If the winner's rating would drop, no ratings change. A draw can move both players, toward the share of games they won.",
      'Winning 16–0 counts no more than winning eight games out of ten, so running up the score gains nothing.',
    ],
  },
  {
    title: 'How much a match counts',
    text: [
      "A match counts once everyone named in it has agreed or their time to respond has passed. If an opponent confirmed it, it counts in full; without a response, at 70%. If you weren't there, say so, and you won't be rated.",
      "A disputed match doesn't count until the dispute is settled. An admin can also decide that a match doesn't count, and everyone in it gets a notification with the reason. A match also doesn't count if an opponent has no account with a verified email, or if no games were logged.",
      'When the same players meet again within 30 days, each additional match counts less. An hour counts for 16 games at most.',
      'A result against someone we know less well than you counts less, down to half against a newcomer.',
    ],
  },
  {
    title: 'How certain it is',
    text: [
      'Each rating has a range that is designed to contain the true rating 19 times out of 20. Each match narrows the range, and time without a match widens it.',
      'A rating with fewer than 5 rated matches is provisional and has no rank.',
      'A rank also needs 4 different opponents whom the club knows: they have played several people, and they would be part of the club without you. You have met someone once you have both agreed to a result. Clubs with 30 rated players or fewer need fewer.',
    ],
  },
  {
    title: 'How players are ranked',
    text: [
      'Players are ranked by the lower end of their range, without the points from the 2 opponents against whom they gained the most, without points from opponents who have played no one else, and without points from results that one of the two left unanswered. So no rank rests on a few people or on silence. Players with equal values share a rank. Of two players with the same rating, the one with more matches and a more certain rating ranks higher.',
      "The top 10% are Elite, the next 15% Gold, the next 25% Silver, and everyone else Bronze. The Elite tier isn't the same as Elite membership.",
    ],
  },
  {
    title: 'How to check it',
    text: [
      'Every match has a receipt in the match history of its players. It shows the rating before the match, the expected and actual share of games, the weight, the rating after, and the name of the formula. The same matches always produce the same ratings, and a withdrawn result is left out as if it had never been logged.',
    ],
  },
];
