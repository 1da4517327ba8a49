import { ResetPasswordBody } from '@courtly/contracts/identity';

/** Adds the password confirmation, which is never sent. */
export const ResetForm = ResetPasswordBody.extend({
  confirmPassword: ResetPasswordBody.shape.newPassword,
}).refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
  path: ['confirmPassword'],
  error: "Passwords don't match",
  when: () => true,
});
