import { ConfirmPasskeyBody, StartPasskeyBody } from '@courtly/contracts/second-factor';

/** The name and the password, which are sent in two separate requests. */
export const PasskeyForm = StartPasskeyBody.extend({ name: ConfirmPasskeyBody.shape.name });
