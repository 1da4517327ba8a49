import { RegisterBody } from '@courtly/contracts/identity';

/** Adds the password confirmation, which is never sent. */
export const RegisterForm = RegisterBody.extend({
  confirmPassword: RegisterBody.shape.password,
}).refine(({ password, confirmPassword }) => password === confirmPassword, {
  path: ['confirmPassword'],
  error: "Passwords don't match",
  when: () => true,
});
