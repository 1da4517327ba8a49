import type { HostApplication, PlayerApplication } from '@courtly/contracts/applications';
import type { Application } from './application.js';

type Of<K extends Application['kind']> = Extract<Application, { kind: K }>;

/** `reviewer` is the name of who decided. */
const shared = (application: Application, reviewer: string) => {
  const {
    applicationId: id,
    fullName,
    email,
    status,
    appliedAt: submittedAt,
    answerBy,
    userId,
    review,
  } = application;
  return {
    id,
    fullName,
    email,
    status,
    submittedAt,
    answerBy,
    accountId: userId,
    review: review && { by: reviewer, at: review.reviewedAt, reason: review.reason },
  };
};

/** The names are those of the admin's screen (domain rules, G19). */
export const hostApplicationView = (
  application: Of<'host'>,
  reviewer: string,
): HostApplication => ({
  ...shared(application, reviewer),
  ...application.form,
  photos: [...application.form.photos],
});

/** The names are those of the admin's screen (domain rules, G18). */
export const playerApplicationView = (
  application: Of<'player'>,
  reviewer: string,
): PlayerApplication => {
  const { city, skillLevel, otherClubs, whyJoin } = application.form;
  const form = {
    city,
    skillLevel,
    clubMembership: otherClubs,
    motivation: whyJoin,
    agreeToFees: true,
  } as const;
  return { ...shared(application, reviewer), ...form };
};
