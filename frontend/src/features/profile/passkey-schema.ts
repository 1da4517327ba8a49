import { ConfirmPasskeyBody, StartPasskeyBody } from '@courtly/contracts/second-factor';

/** The name and the password, which two requests send. */
export const PasskeyForm = StartPasskeyBody.extend({ name: ConfirmPasskeyBody.shape.name });
