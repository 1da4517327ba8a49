import type { Email } from '../../platform/mail/email-body.js';
import { formatInstant } from '../../platform/mail/email-dates.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import type { Match } from './match.js';

/** `unsubscribeLinks` is null for recipients without an account. */
export type EmailRecipient = Readonly<{
  email: string;
  firstName: string;
  unsubscribeLinks: UnsubscribeLinks | null;
}>;

/** A match with the names of its court and logger. */
export type MatchDetails = Readonly<{ match: Match; courtName: string; loggerName: string }>;

const matchEmail = (
  { email, firstName, unsubscribeLinks }: EmailRecipient,
  subject: string,
  sentences: readonly string[],
  linkLabel: string,
  address: string,
): Email => ({
  to: email,
  subject,
  parts: [
    `Hello ${firstName},`,
    ...sentences,
    { words: linkLabel, address },
    ...(unsubscribeLinks
      ? [{ words: 'Stop receiving these emails', address: unsubscribeLinks.page }]
      : []),
  ],
  ...(unsubscribeLinks && { unsubscribe: unsubscribeLinks.oneClick }),
});

const placeAndTime = ({ match: { zone, playedAt }, courtName }: MatchDetails): string =>
  `${courtName}: ${formatInstant(zone, playedAt)}.`;

const loggedResult = ({ match, loggerName }: MatchDetails): string =>
  `${loggerName} logged a match with you. Their result: ${match.result}, ${match.gamesWon}–${match.gamesLost}.`;

/** To a player without an account. `address` is the link that claims their place. */
export const invitationEmail = (
  recipient: EmailRecipient,
  details: MatchDetails,
  address: string,
): Email =>
  matchEmail(
    recipient,
    `${details.loggerName} logged a match with you`,
    [
      placeAndTime(details),
      loggedResult(details),
      'Create a Courtly account to confirm or dispute the result and make it count toward your rating. If you did not play this match, you can ignore this email.',
    ],
    'See the match',
    address,
  );

/** To an opponent with an account. `answerBy` is the deadline (UTC). */
export const confirmationEmail = (
  recipient: EmailRecipient,
  details: MatchDetails,
  answerBy: string,
  publicUrl: string,
): Email =>
  matchEmail(
    recipient,
    'Please confirm your match',
    [
      placeAndTime(details),
      loggedResult(details),
      `Please confirm or dispute it by ${formatInstant(details.match.zone, answerBy)}. After that, it counts as logged.`,
    ],
    'Confirm or dispute',
    `${publicUrl}/matches`,
  );

/** To a partner with an account, who has nothing to answer. */
export const partnerEmail = (
  recipient: EmailRecipient,
  details: MatchDetails,
  publicUrl: string,
): Email =>
  matchEmail(
    recipient,
    `${details.loggerName} logged a match with you`,
    [
      placeAndTime(details),
      `${loggedResult(details)} You played as their partner, so there is nothing to confirm: one of your opponents does that.`,
    ],
    'See the match',
    `${publicUrl}/matches`,
  );

/** To the logger of a disputed match. */
export const disputeEmail = (
  recipient: EmailRecipient,
  details: MatchDetails,
  publicUrl: string,
): Email =>
  matchEmail(
    recipient,
    'Your match is disputed',
    [
      placeAndTime(details),
      `An opponent disputes the result: “${details.match.reason ?? ''}”`,
      'The match does not count until the dispute is settled. If they are right, withdraw the result and log it again.',
    ],
    'See the match',
    `${publicUrl}/matches`,
  );

/** To every player with an account in a withdrawn match. */
export const withdrawalEmail = (
  recipient: EmailRecipient,
  details: MatchDetails,
  publicUrl: string,
): Email =>
  matchEmail(
    recipient,
    'Your match was withdrawn',
    [
      placeAndTime(details),
      `${details.loggerName} withdrew the result: “${details.match.reason ?? ''}”`,
      'It no longer counts, and all affected ratings will be recalculated.',
    ],
    'See your matches',
    `${publicUrl}/matches`,
  );

/** The names and the time of a challenged hour. `startTime` is UTC. */
export type ChallengeDetails = Readonly<{
  courtName: string;
  challengerName: string;
  startTime: string;
  zone: string;
}>;

/** To a challenged player, once the booking is confirmed. */
export const challengeEmail = (
  recipient: EmailRecipient,
  { courtName, challengerName, startTime, zone }: ChallengeDetails,
  publicUrl: string,
): Email =>
  matchEmail(
    recipient,
    `${challengerName} challenged you to a match`,
    [
      `${courtName}: ${formatInstant(zone, startTime)}.`,
      `${challengerName} booked this hour to play you. If you can’t make it, please let them know.`,
    ],
    'See the rankings',
    `${publicUrl}/rankings`,
  );
