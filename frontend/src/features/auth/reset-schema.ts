import { ResetPassword } from '@courtly/contracts/identity';

/** The contract's new password, twice: the second one stays in the browser. */
export const ResetForm = ResetPassword.extend({
  confirmPassword: ResetPassword.shape.newPassword,
}).refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
  path: ['confirmPassword'],
  error: "Passwords don't match",
  when: () => true,
});
