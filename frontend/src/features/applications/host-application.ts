import { COURT_DESCRIPTION } from '@courtly/contracts/court-limits';
import type { HostApplicationForm } from '@courtly/contracts/applications';

export type HostApplicationValues = Omit<
  Record<keyof HostApplicationForm, string>,
  'agreeToTerms'
> & {
  agreeToTerms: boolean;
};

export const emptyHostApplication: HostApplicationValues = {
  fullName: '',
  email: '',
  phoneNumber: '',
  propertyAddress: '',
  courtType: '',
  courtSurface: '',
  availability: '',
  courtDescription: '',
  agreeToTerms: false,
};

/** Labels for the toast that lists missing fields. */
export const hostFieldLabels: Record<keyof HostApplicationValues, string> = {
  fullName: 'Full name',
  email: 'Email',
  phoneNumber: 'Phone number',
  propertyAddress: 'Property address',
  courtType: 'Court type',
  courtSurface: 'Court surface',
  availability: 'Availability',
  courtDescription: 'Court description',
  agreeToTerms: 'Terms and conditions',
};

/** Puts text fields first and then one `photo_N` field per file, as the contract requires. */
export const hostFormData = (
  hostForm: HostApplicationForm,
  photoFiles: readonly File[],
): FormData => {
  const formData = new FormData();
  for (const [fieldName, fieldValue] of Object.entries(hostForm))
    formData.append(fieldName, String(fieldValue));
  photoFiles.forEach((photoFile, index) =>
    formData.append(`photo_${index}`, photoFile, photoFile.name),
  );
  return formData;
};

/** The share of each file that has been sent, from 0 to 1. Files are sent one after the other. */
export const fileProgress = (
  photoFiles: readonly Pick<File, 'size'>[],
  sentBytes: number,
): readonly number[] => {
  let sentBefore = 0;
  return photoFiles.map(({ size }) => {
    const sentShare = size === 0 ? 1 : (sentBytes - sentBefore) / size;
    sentBefore += size;
    return Math.max(0, Math.min(1, sentShare));
  });
};

/** `8 more characters needed`, or the current count once there are enough. */
export const descriptionHint = (description: string): string => {
  const trimmedLength = description.trim().length;
  const missingCount = COURT_DESCRIPTION.least - trimmedLength;
  if (missingCount > 0)
    return `${missingCount} more ${missingCount === 1 ? 'character' : 'characters'} needed`;
  return `${trimmedLength} of ${COURT_DESCRIPTION.most} characters`;
};
