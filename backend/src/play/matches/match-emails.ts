import { type Email, composeEmail, composeStrangerEmail } from '../../platform/mail/email-body.js';
import { formatInstant } from '../../platform/mail/email-dates.js';
import type { UnsubscribeLinks } from '../../platform/mail/email-preferences.js';
import type { Match } from './match.js';

export type EmailRecipient = Readonly<{
  email: string;
  firstName: string;
  unsubscribeLinks: UnsubscribeLinks;
}>;

export type MatchDetails = Readonly<{
  match: Match;
  courtName: string;
  loggerName: string;
  publicUrl: string;
}>;

const matchEmail = (
  { email, firstName, unsubscribeLinks }: EmailRecipient,
  subjectLine: string,
  bodySentences: readonly string[],
  linkLabel: string,
  linkAddress: string,
): Email =>
  composeEmail({
    to: email,
    subject: subjectLine,
    parts: [`Hi ${firstName},`, ...bodySentences, { words: linkLabel, address: linkAddress }],
    unsubscribe: { words: 'Stop receiving these emails', ...unsubscribeLinks },
  });

const placeAndTime = ({ match: { zone, playedAt }, courtName }: MatchDetails): string =>
  `${courtName}: ${formatInstant(zone, playedAt)}.`;

const loggedResult = ({ match, loggerName }: MatchDetails): string =>
  `${loggerName} logged a match with you. Their result: ${match.result}, ${match.gamesWon}–${match.gamesLost}.`;

/** Sent to a player without an account. `linkAddress` is the link that claims their place. */
export const invitationEmail = (
  recipientEmail: string,
  matchDetails: MatchDetails,
  linkAddress: string,
  refusalLinks: UnsubscribeLinks,
): Email =>
  composeStrangerEmail(
    {
      to: recipientEmail,
      subject: `${matchDetails.loggerName} logged a match with you`,
      parts: [
        placeAndTime(matchDetails),
        loggedResult(matchDetails),
        `Sign in or create a Courtly account with this email by ${formatInstant(matchDetails.match.zone, matchDetails.match.claimBy)} to confirm or dispute the result and make it count toward your rating. If you weren't there, you can ignore this email.`,
        { words: 'See the match', address: linkAddress },
      ],
    },
    refusalLinks,
  );

/** Sent to a named person with an account. `answerBy` ends their own window (UTC). */
export const confirmationEmail = (
  recipient: EmailRecipient,
  matchDetails: MatchDetails,
  answerBy: string,
): Email =>
  matchEmail(
    recipient,
    'Please confirm your match',
    [
      placeAndTime(matchDetails),
      loggedResult(matchDetails),
      `Please confirm it, dispute it, or say that you weren't there by ${formatInstant(matchDetails.match.zone, answerBy)}. After that, we assume that you agree.`,
    ],
    'Respond',
    `${matchDetails.publicUrl}/matches`,
  );

export const disputeEmail = (recipient: EmailRecipient, matchDetails: MatchDetails): Email =>
  matchEmail(
    recipient,
    'Your match is disputed',
    [
      placeAndTime(matchDetails),
      `The result was disputed: “${matchDetails.match.reason ?? ''}”`,
      "The match doesn't count until an admin decides. If the objection is correct, withdraw the result and log it again.",
    ],
    'See the match',
    `${matchDetails.publicUrl}/matches`,
  );

const answerTexts = {
  confirmed: ['Your result was confirmed', 'An opponent confirmed the result that you logged.'],
  claimed: ['A player joined your match', 'A player you invited has joined.'],
} as const;

/** Sent to the logger, and names no one. */
export const answerEmail = (
  recipient: EmailRecipient,
  answer: keyof typeof answerTexts,
  matchDetails: MatchDetails,
): Email =>
  matchEmail(
    recipient,
    answerTexts[answer][0],
    [placeAndTime(matchDetails), answerTexts[answer][1]],
    'See the match',
    `${matchDetails.publicUrl}/matches`,
  );

type WithdrawalDetails = MatchDetails & Readonly<{ objectorName: string }>;

/** Sent to the side that is asked to agree. */
export const withdrawalRequestEmail = (
  recipient: EmailRecipient,
  matchDetails: WithdrawalDetails,
): Email =>
  matchEmail(
    recipient,
    `${matchDetails.objectorName} wants to withdraw a match`,
    [
      placeAndTime(matchDetails),
      `${matchDetails.objectorName} wants to withdraw the result: “${matchDetails.match.reason ?? ''}”`,
      'If you agree, the match no longer counts. Otherwise, an admin decides.',
    ],
    'See the match',
    `${matchDetails.publicUrl}/matches`,
  );

export const withdrawalEmail = (
  recipient: EmailRecipient,
  matchDetails: WithdrawalDetails,
): Email =>
  matchEmail(
    recipient,
    'Your match was withdrawn',
    [
      placeAndTime(matchDetails),
      `${matchDetails.objectorName} withdrew the result: “${matchDetails.match.reason ?? ''}”`,
      'It no longer counts, and all affected ratings will be recalculated.',
    ],
    'See your matches',
    `${matchDetails.publicUrl}/matches`,
  );

/** The admin's reason; null for earlier rulings, whose reasons were written for admins only. */
const rulingReason = ({ reason, reasonBy, objections }: Match): string | null =>
  objections.some(({ userId }) => userId === reasonBy) ? null : reason;

/** Sent to everyone in the match after an admin has decided about it. */
export const rulingEmail = (recipient: EmailRecipient, matchDetails: MatchDetails): Email => {
  const { match } = matchDetails;
  const reason = rulingReason(match);
  return matchEmail(
    recipient,
    match.answer === 'void' ? "Your match doesn't count" : 'The result of your match is kept',
    [
      placeAndTime(matchDetails),
      match.answer === 'void'
        ? "An admin decided that the match doesn't count. All affected ratings will be recalculated."
        : 'An admin decided that the result is kept as logged.',
      ...(reason ? [`The reason: “${reason}”`] : []),
      'This decision is final.',
    ],
    'See your matches',
    `${matchDetails.publicUrl}/matches`,
  );
};

/** The names and the time of a challenged hour. `startTime` is UTC. */
export type ChallengeDetails = Readonly<{
  courtName: string;
  challengerName: string;
  startTime: string;
  zone: string;
}>;

/** Sent to a challenged player once the booking is confirmed. */
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
      `${challengerName} booked this hour to play you. If you can't make it, please let them know.`,
    ],
    'See the rankings',
    `${publicUrl}/rankings`,
  );
