import { z } from 'zod';
import { cleaned, cleanedLines, emailOf, phoneOf } from './text.js';

type TextRule = Readonly<{
  least?: number;
  most: number;
  tooShort?: string;
  tooLong?: string;
}>;

const text =
  (normalForm: (typed: string) => string) =>
  ({ least = 0, most, tooShort, tooLong }: TextRule) =>
    z
      .string(tooShort)
      .overwrite(normalForm)
      .min(least, tooShort)
      .max(most, tooLong ?? `Use at most ${most} characters`);

/** One line of text. The limits apply after normalization. */
export const oneLine = text(cleaned);

/** Text that may contain line breaks. The limits apply after normalization. */
export const lines = text(cleanedLines);

/** Matches text that looks like a link. Names appear in emails to people without an account. */
const LINK = /:\/\/|@|\bwww\.|\p{L}\.(?:com|net|org|info|biz|io|app|dev|xyz|ru|cn)\b/iu;

/** Scripts without case have names of one letter, such as 李. */
const isLongEnough = (name: string): boolean =>
  /[\p{Lo}\p{Lm}]/u.test(name) || [...new Intl.Segmenter().segment(name)].length >= 2;

/** The name of a person, in any script. `message` is the error for a name that is too short. */
export const personName = (message: string) =>
  oneLine({ most: 80 })
    .refine(isLongEnough, message)
    .refine((name) => name.length < 2 || /\p{L}/u.test(name), 'Use letters for the name')
    .refine((name) => !LINK.test(name), 'Use a name without a link');

/** A superset of the addresses that earlier releases accepted: labels may end with a hyphen. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** An email address in its normal form: in lowercase, with the domain in ASCII. */
export const emailAddress = (message: string, most = 254) =>
  z
    .string(message)
    .overwrite(emailOf)
    .max(most)
    .refine((address) => EMAIL.test(address), message)
    .meta({ format: 'email' });

/** A phone number in digits and separators. `message` replaces the default error messages. */
export const phoneNumber = (message?: string) =>
  z
    .string()
    .overwrite(phoneOf)
    .min(10, message ?? 'Phone number must be at least 10 characters')
    .max(30)
    .refine(
      (phoneText) => /^[\d +()./-]*$/.test(phoneText),
      message ?? 'Use only digits, spaces, and + ( ) . - for the phone number',
    )
    .refine(
      (phoneText) => phoneText.length < 10 || /^(?:\D*\d){7,15}\D*$/.test(phoneText),
      message ?? 'A phone number has 7 to 15 digits',
    );
