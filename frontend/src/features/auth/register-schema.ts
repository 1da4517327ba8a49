import { Register } from '@courtly/contracts/identity';

/** The contract's registration, with the password twice: the second one stays in the browser. */
export const RegisterForm = Register.extend({ confirmPassword: Register.shape.password }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ['confirmPassword'], error: "Passwords don't match", when: () => true },
);
