import type { HostApplicationForm } from '@courtly/contracts/applications';

/** What the form of a host holds before it is checked. */
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

/** What the fields are called where several are to be filled in. */
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

/** The form as the contract sends it: every value as text, each photo as a file of its own, after the text. */
export const hostFormData = (form: HostApplicationForm, files: readonly File[]): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, String(value));
  files.forEach((file, index) => data.append(`photo_${index}`, file, file.name));
  return data;
};

/**
 * How much of each file has been sent, from 0 to 1, when so many bytes of the whole form are on their way: files go one after
 * the other.
 */
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

/** `8 more characters needed`, and then how many there are. */
export const descriptionHint = (text: string): string => {
  const length = text.trim().length;
  const missing = LEAST_DESCRIPTION - length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed`;
  return `${length} of ${MOST_DESCRIPTION} characters`;
};
