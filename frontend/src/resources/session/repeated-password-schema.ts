import { ChangePasswordBody, ResetPasswordBody } from '@courtly/contracts/identity';

/** The password must be typed twice. The confirmation is never sent. */
const mismatch = { path: ['confirmPassword'], error: "Passwords don't match", when: () => true };

export const ResetForm = ResetPasswordBody.extend({
  confirmPassword: ResetPasswordBody.shape.newPassword,
}).refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, mismatch);

export const PasswordForm = ChangePasswordBody.extend({
  confirmPassword: ChangePasswordBody.shape.newPassword,
}).refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, mismatch);
