import { ChangePasswordBody } from '@courtly/contracts/identity';

/** Adds the repeated password, which is never sent. */
export const PasswordForm = ChangePasswordBody.extend({
  confirmPassword: ChangePasswordBody.shape.newPassword,
}).refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
  path: ['confirmPassword'],
  error: "Passwords don't match",
  when: () => true,
});
