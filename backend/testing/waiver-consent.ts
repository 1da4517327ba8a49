import { currentWaiver } from '../src/people/waivers/waiver-text.js';

/** The body that accepts the current waiver. */
export const waiverConsent = { version: currentWaiver.version };
