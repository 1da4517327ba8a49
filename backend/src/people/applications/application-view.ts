import type { HostApplication, PlayerApplication } from '@courtly/contracts/applications';
import type { Application } from './application.js';

type ApplicationOfKind<K extends Application['kind']> = Extract<Application, { kind: K }>;

const sharedFields = (application: Application, reviewerName: string) => {
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
    review: review && { by: reviewerName, at: review.reviewedAt, reason: review.reason },
  };
};

/** Field names of the admin screen (domain rules, G19). */
export const hostApplicationView = (
  application: ApplicationOfKind<'host'>,
  reviewerName: string,
): HostApplication => ({
  ...sharedFields(application, reviewerName),
  ...application.form,
  photos: [...application.form.photos],
});

/** Field names of the admin screen (domain rules, G18). */
export const playerApplicationView = (
  application: ApplicationOfKind<'player'>,
  reviewerName: string,
): PlayerApplication => {
  const { city, skillLevel, otherClubs, whyJoin } = application.form;
  const playerForm = {
    city,
    skillLevel,
    clubMembership: otherClubs,
    motivation: whyJoin,
    agreeToFees: true,
  } as const;
  return { ...sharedFields(application, reviewerName), ...playerForm };
};
