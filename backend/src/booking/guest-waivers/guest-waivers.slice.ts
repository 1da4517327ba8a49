import { defineSlice } from '../../platform/slice.js';
import { EraseGuestsHandler, RequestGuestErasureHandler } from './guest-erasures.commands.js';
import { GuestLists } from './guest-lists.service.js';
import { SendGuestWaiverEmailHandler } from './guest-waiver-emails.commands.js';
import { GuestWaiverTokens } from './guest-waiver-tokens.service.js';
import {
  AddGuestHandler,
  GuestEmailLimits,
  RemoveGuestHandler,
  ReplaceGuestLinkHandler,
  SignGuestWaiverHandler,
} from './guest-waivers.commands.js';
import { GuestWaiversController } from './guest-waivers.controller.js';
import { guestWaiverEvents } from './guest-waivers.events.js';
import { guestErasures, guestWaiverEmails } from './guest-waivers.process.js';
import { guestWaivers as guestWaiverList } from './guest-waivers.projection.js';
import { GuestWaiverQueries } from './guest-waivers.queries.js';

export const guestWaivers = defineSlice({
  name: 'guestWaivers',
  controllers: [GuestWaiversController],
  providers: [
    AddGuestHandler,
    ReplaceGuestLinkHandler,
    RemoveGuestHandler,
    SignGuestWaiverHandler,
    RequestGuestErasureHandler,
    EraseGuestsHandler,
    SendGuestWaiverEmailHandler,
    GuestLists,
    GuestEmailLimits,
    GuestWaiverTokens,
    GuestWaiverQueries,
  ],
  events: [guestWaiverEvents],
  projections: [guestWaiverList],
  processes: [guestWaiverEmails, guestErasures],
});
