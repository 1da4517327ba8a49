import { VERIFICATION_LINK_HOURS } from '@courtly/contracts/account';
import {
  type Email,
  composeEmail,
  composeStrangerEmail,
} from '../../../platform/mail/email-body.js';
import type { UnsubscribeLinks } from '../../../platform/mail/email-preferences.js';

type Recipient = Readonly<{ email: string; firstName: string }>;

const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A security notice to the account's email. `changedAt` is UTC. */
export const passwordChangedEmail = (
  { email, firstName }: Recipient,
  changedAt: string,
  publicUrl: string,
): Email =>
  composeEmail({
    to: email,
    subject: 'Your Courtly password was changed',
    parts: [
      `Hi ${firstName},`,
      `The password for your account was changed on ${instantFormat.format(new Date(changedAt))} UTC, and you were signed out of all other browsers.`,
      'If this was you, no action is needed. If not, someone else knows your password. Set a new one now.',
      { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
      'If you subscribed to your bookings in a calendar, that calendar no longer updates until you create a new address.',
      { words: 'Create a calendar address', address: `${publicUrl}/notices/preferences` },
    ],
  });

/**
 * Contains no names: the address may belong to a stranger, and the person who registered chose the
 * names.
 */
export const verificationEmail = (recipientEmail: string, linkUrl: string): Email =>
  composeEmail({
    to: recipientEmail,
    isRequested: true,
    subject: 'Verify your email for Courtly',
    parts: [
      'Hello,',
      'Please verify that this email address is yours. Once you do, invitations from hosts and match results that name this address will reach your account.',
      { words: 'Verify this email', address: linkUrl },
      `The link works for ${VERIFICATION_LINK_HOURS} hours. You can request another one in your settings.`,
      "If you didn't create an account, please ignore this email and don't use the link. Someone probably entered your address by mistake.",
    ],
  });

/** Sent once the first email is verified, so it reaches the person who registered. */
export const welcomeEmail = (
  { email, firstName }: Recipient,
  isHost: boolean,
  publicUrl: string,
): Email =>
  composeEmail({
    to: email,
    subject: 'Welcome to Courtly',
    parts: [
      `Hi ${firstName},`,
      "Your email is verified, and you're all set.",
      ...(isHost
        ? [
            "Add your court, set your rate and hours, and publish it when you're ready. You decide who plays, and you can close any hour.",
            { words: 'List your court', address: `${publicUrl}/host/courts` },
            { words: 'How hosting works', address: `${publicUrl}/how-it-works` },
          ]
        : [
            'Find a court near you, pick a time, and send a request. You see the full price first, and your card is charged only if the host says yes.',
            { words: 'Find a court', address: `${publicUrl}/courts` },
            { words: 'How Courtly works', address: `${publicUrl}/how-it-works` },
          ]),
    ],
  });

/** `linkUrl` works once, for one hour. */
export const passwordResetEmail = ({ email, firstName }: Recipient, linkUrl: string): Email =>
  composeEmail({
    to: email,
    isRequested: true,
    subject: 'Set a new password for Courtly',
    parts: [
      `Hi ${firstName},`,
      'Someone, probably you, asked to reset the password for your account. Use this link to set a new one. It works once and expires in an hour.',
      { words: 'Set a new password', address: linkUrl },
      "If this wasn't you, you can ignore this email. Your password stays the same.",
    ],
  });

/** Sent to the new email. `linkUrl` works once, for one hour, in a session of this user. */
export const confirmationEmail = (
  recipientEmail: string,
  linkUrl: string,
  refusalLinks: UnsubscribeLinks,
): Email =>
  composeStrangerEmail(
    {
      to: recipientEmail,
      isRequested: true,
      subject: 'Confirm your new email for Courtly',
      parts: [
        'You asked to use this email address for your Courtly account. Use this link to confirm it. It works once and expires in an hour.',
        { words: 'Confirm this email', address: linkUrl },
        "If you didn't ask for this, you can ignore this email. Nothing will change.",
      ],
    },
    refusalLinks,
  );

/**
 * Sent to a requested email that already has an account. Only its owner gets this email, so the
 * requester does not learn about the account.
 */
export const emailHasAccountEmail = (recipientEmail: string, publicUrl: string): Email =>
  composeEmail({
    to: recipientEmail,
    subject: 'This email already has a Courtly account',
    parts: [
      'Hello,',
      'Someone, perhaps you, asked to use this email address for another Courtly account. It already has an account, so nothing has changed.',
      'If this was you, sign in with this email address, or set a new password if you forgot yours.',
      { words: 'Sign in', address: `${publicUrl}/login` },
      { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
    ],
  });

/** Sent to the current email before anything changes. */
export const emailChangeRequestedEmail = (
  { email, firstName }: Recipient,
  publicUrl: string,
): Email =>
  composeEmail({
    to: email,
    subject: 'Someone asked to change your Courtly email',
    parts: [
      `Hi ${firstName},`,
      "Someone who knows your password, probably you, asked to use another email address for your account. We sent a link to that address. Your email won't change until someone opens it.",
      'If this was you, no action is needed. If not, set a new password now. That disables the link and signs you out of all browsers.',
      { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
    ],
  });

/** Sent to the previous email. `changedAt` is UTC. */
export const emailChangedEmail = (
  recipientEmail: string,
  firstName: string,
  changedAt: string,
  publicUrl: string,
): Email =>
  composeEmail({
    to: recipientEmail,
    subject: 'Your Courtly email was changed',
    parts: [
      `Hi ${firstName},`,
      `The email address for your account was changed on ${instantFormat.format(new Date(changedAt))} UTC. You can no longer sign in with this one.`,
      'If this was you, no action is needed. If not, contact us right away. Our email address is at the bottom of every page.',
      { words: 'Go to Courtly', address: publicUrl },
    ],
  });

/** A security notice to the account's email. `at` is UTC. */
export const providerAccountEmail = (
  { email, firstName }: Recipient,
  providerName: string,
  change: 'linked' | 'unlinked',
  at: string,
  publicUrl: string,
): Email =>
  composeEmail({
    to: email,
    subject:
      change === 'linked'
        ? `You can now sign in to Courtly with ${providerName}`
        : `You can no longer sign in to Courtly with ${providerName}`,
    parts: [
      `Hi ${firstName},`,
      change === 'linked'
        ? `Sign-in with ${providerName} was linked to your account on ${instantFormat.format(new Date(at))} UTC. It works without your password.`
        : `Sign-in with ${providerName} was unlinked from your account on ${instantFormat.format(new Date(at))} UTC. You can still sign in with your password.`,
      'If this was you, no action is needed. If not, someone else knows your password. Set a new one now, and check the linked accounts in your settings.',
      { words: 'Set a new password', address: `${publicUrl}/forgot-password` },
      { words: 'Check linked accounts', address: `${publicUrl}/profile?tab=settings` },
    ],
  });
