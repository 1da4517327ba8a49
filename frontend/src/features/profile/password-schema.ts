import { ChangePasswordBody } from '@courtly/contracts/identity';

/** The contract's change of password, with the new one twice: the second one stays in the browser. */
export const PasswordForm = ChangePasswordBody.extend({
  confirmPassword: ChangePasswordBody.shape.newPassword,
}).refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
  path: ['confirmPassword'],
  error: "Passwords don't match",
  when: () => true,
});
