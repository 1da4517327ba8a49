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

/** Text fields first, then one `photo_N` field per file, as the contract requires. */
export const hostFormData = (form: HostApplicationForm, files: readonly File[]): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, String(value));
  files.forEach((file, index) => data.append(`photo_${index}`, file, file.name));
  return data;
};

/** The share of each file sent, from 0 to 1. Files are sent one after the other. */
export const progressOf = (
  files: readonly Pick<File, 'size'>[],
  sentBytes: number,
): readonly number[] => {
  let before = 0;
  return files.map(({ size }) => {
    const part = size === 0 ? 1 : (sentBytes - before) / size;
    before += size;
    return Math.max(0, Math.min(1, part));
  });
};

const LEAST_DESCRIPTION = 20;
const MOST_DESCRIPTION = 500;

/** `8 more characters needed`, then the current count. */
export const descriptionHint = (text: string): string => {
  const length = text.trim().length;
  const missing = LEAST_DESCRIPTION - length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed`;
  return `${length} of ${MOST_DESCRIPTION} characters`;
};
