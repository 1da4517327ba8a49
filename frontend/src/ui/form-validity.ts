/** Shows the problems of number fields and focuses the first one. For forms with `noValidate`. */
export const isFormValid = (form: HTMLFormElement): boolean => {
  if (form.checkValidity()) return true;
  form.querySelector<HTMLElement>('input:invalid, select:invalid, textarea:invalid')?.focus();
  return false;
};
