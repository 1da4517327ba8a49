import type { Slice } from '../slice.js';
import { MailModule } from './mail.module.js';

export const mail: Slice = { name: 'mail', module: MailModule, events: [], projections: [] };
