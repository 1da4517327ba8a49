/**
 * The closed list of error codes. A response that is not a success is `{ code, message, details? }`, where `code` is one of
 * these, `message` tells the person what to do next and `details` carries what a program needs (a fresh quote, free slots).
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    when: 'a field is missing, malformed or unknown; `details.fields` names each one',
  },
  wrong_credentials: {
    status: 401,
    when: 'e-mail and password do not belong together, or nobody has that e-mail',
  },
  not_signed_in: {
    status: 401,
    when: 'the call needs a session and there is none, or it has ended',
  },
  payment_required: {
    status: 402,
    when: 'the payment that this follows from was not made, or is not the one asked for',
  },
  forbidden: {
    status: 403,
    when: 'the caller is known and sees the thing, but may not do this to it',
  },
  cross_origin: { status: 403, when: 'a changing request came from a page of another origin' },
  suspended: { status: 403, when: 'the account is suspended: it can neither sign in nor book' },
  waiver_required: {
    status: 403,
    when: 'the waiver in force was not accepted, or longer ago than it is valid',
  },
  not_found: { status: 404, when: 'the thing does not exist, or belongs to somebody else' },
  taken: {
    status: 409,
    when: 'an e-mail or user name belongs to another account, or an id to another policy; `details.field` says which',
  },
  slot_taken: {
    status: 409,
    when: 'a live booking or a closure holds that hour; `details.nearest` lists free slots',
  },
  slot_unavailable: {
    status: 409,
    when: 'the court does not offer that time: closed, too soon, or not open for booking yet',
  },
  price_changed: {
    status: 409,
    when: 'the price or refund that was sent is not the one now; `details.quote` is the one now',
  },
  fair_use: {
    status: 409,
    when: "a limit on one player's bookings, or on how often a host changes closed hours, is reached",
  },
  wrong_status: {
    status: 409,
    when: 'the booking, match or membership is not in a state that allows this; `details.status` is its state',
  },
  already_logged: {
    status: 409,
    when: 'the result of that hour, or a review of it by the caller, stands already; `details.matchId` is the match that does',
  },
  not_on_sale: {
    status: 409,
    when: 'a membership cannot be bought: no seat is left, or nothing is sold here',
  },
  hours_booked: {
    status: 409,
    when: 'hours cannot be closed while a live booking holds one; `details.bookings` lists them',
  },
  erasure_blocked: {
    status: 409,
    when: 'an account cannot be erased yet; `details.blockers` lists what has to end first, each with an address',
  },
  conflict: {
    status: 409,
    when: 'others kept changing the same thing, or a new id exists already; trying again helps',
  },
  too_large: { status: 413, when: 'a body, file or number of files is above its limit' },
  unsupported_image: { status: 415, when: 'a photo is no image that can be read safely' },
  idempotency_mismatch: {
    status: 422,
    when: 'an Idempotency-Key was used before for another request',
  },
  too_many_requests: {
    status: 429,
    when: 'a limit on attempts or changes was reached; Retry-After says when to come back',
  },
  internal: {
    status: 500,
    when: 'a fault of ours; the request id in the response finds it in the log',
  },
  too_busy: {
    status: 503,
    when: 'more is asked for at once than this server takes on; nothing was changed',
  },
  store_unavailable: {
    status: 503,
    when: 'a store does not answer; nothing was changed, or the same key finds out',
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The body of every response that is not a success. */
export type ErrorBody = { code: ErrorCode; message: string; details?: Record<string, unknown> };
