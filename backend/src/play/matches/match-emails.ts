import type { Email } from '../../platform/mail/email-body.js';
import { formatInstant } from '../../platform/mail/email-dates.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import type { Match } from './match.js';

/** Who reads a letter, and how they get no more of its kind; null for who has no account. */
export type Reader = Readonly<{ email: string; firstName: string; off: UnsubscribeLinks | null }>;

/** What a letter tells of a match: the names of its court and of whoever logged it. */
export type Its = Readonly<{ match: Match; court: string; logger: string }>;

const letter = (
  to: Reader,
  subject: string,
  sentences: readonly string[],
  words: string,
  address: string,
): Email => ({
  to: to.email,
  subject,
  parts: [
    `Hello ${to.firstName},`,
    ...sentences,
    { words, address },
    ...(to.off ? [{ words: 'Get no more mails of this kind', address: to.off.page }] : []),
  ],
  ...(to.off && { unsubscribe: to.off.oneClick }),
});

const hourOf = ({ match: { zone, playedAt }, court }: Its): string =>
  `${court}: ${formatInstant(zone, playedAt)}.`;

/** The games of both sides, the loser's last. */
const scoreOf = ({ result, gamesWon, gamesLost }: Match): string => {
  if (result === 'draw') return `a draw, ${gamesWon}–${gamesLost}`;
  return result === 'win' ? `a win, ${gamesWon}–${gamesLost}` : `a loss, ${gamesWon}–${gamesLost}`;
};

const saidBy = ({ match, logger }: Its): string =>
  `${logger} logged a match with you: for their side ${scoreOf(match)}.`;

/** To somebody without an account whom the logger has named. `address` is the link by which they take their place. */
export const invitationLetter = (to: Reader, its: Its, address: string): Email =>
  letter(
    to,
    `${its.logger} logged a match with you`,
    [
      hourOf(its),
      saidBy(its),
      'With an account of Courtly you can say whether that is right, and it counts for your rating. If you did not play, there is nothing to do.',
    ],
    'See the match',
    address,
  );

/** To an opponent with an account. `answerBy` is until when they may answer (UTC). */
export const confirmLetter = (to: Reader, its: Its, answerBy: string, publicUrl: string): Email =>
  letter(
    to,
    'Please confirm your match',
    [
      hourOf(its),
      saidBy(its),
      `Please confirm or dispute it until ${formatInstant(its.match.zone, answerBy)}; after that it counts as it is.`,
    ],
    'Confirm or dispute it',
    `${publicUrl}/matches`,
  );

/** To a partner with an account, who has nothing to answer. */
export const partnerLetter = (to: Reader, its: Its, publicUrl: string): Email =>
  letter(
    to,
    `${its.logger} logged a match with you`,
    [
      hourOf(its),
      `${saidBy(its)} You are named as the partner; one of your opponents confirms it.`,
    ],
    'See the match',
    `${publicUrl}/matches`,
  );

/** To whoever logged a match that an opponent disputes. */
export const disputedLetter = (to: Reader, its: Its, publicUrl: string): Email =>
  letter(
    to,
    'Your match is disputed',
    [
      hourOf(its),
      `An opponent says that the result is wrong: “${its.match.reason ?? ''}”`,
      'It counts for nothing until that is settled. If they are right, withdraw it and log it again.',
    ],
    'See the match',
    `${publicUrl}/matches`,
  );

/** To everybody with an account in a match that was withdrawn. */
export const withdrawnLetter = (to: Reader, its: Its, publicUrl: string): Email =>
  letter(
    to,
    'A match of yours was withdrawn',
    [
      hourOf(its),
      `${its.logger}, who logged it, has withdrawn the result: “${its.match.reason ?? ''}”`,
      'It counts no more, and every rating that it touched is computed anew without it.',
    ],
    'See your matches',
    `${publicUrl}/matches`,
  );

/** What a letter tells of a challenge: the names of its court and of who has the hour, and when it begins (UTC). */
export type ChallengeIts = Readonly<{
  court: string;
  challenger: string;
  startTime: string;
  zone: string;
}>;

/** To whom somebody has booked an hour to play, once it is confirmed. */
export const challengeLetter = (to: Reader, its: ChallengeIts, publicUrl: string): Email =>
  letter(
    to,
    `${its.challenger} challenges you`,
    [
      `${its.court}: ${formatInstant(its.zone, its.startTime)}.`,
      `${its.challenger} has booked this hour to play you. Tell them if you cannot come.`,
    ],
    'See the rankings',
    `${publicUrl}/rankings`,
  );
