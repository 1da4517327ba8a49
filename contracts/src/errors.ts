/**
 * All error codes. In the response `{ code, message, details? }`, `message` says what the person
 * can do next, and `details` contains data for programs (such as a new quote).
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    when: 'a field is missing, malformed, or unknown; `details.fields` lists each one',
  },
  wrong_credentials: {
    status: 401,
    when: 'the email or password is wrong',
  },
  second_factor_pending: {
    status: 401,
    when: 'the password is correct, but the sign-in needs a second factor; `details.ticket` continues it',
  },
  not_signed_in: {
    status: 401,
    when: 'the call requires a session, and there is none or it has expired',
  },
  payment_required: {
    status: 402,
    when: 'the required payment has not succeeded, or is for something else',
  },
  forbidden: {
    status: 403,
    when: 'the caller may see the resource but not perform this action',
  },
  email_unverified: {
    status: 403,
    when: "a second factor, a linked account, or logging a match needs a verified email, and the account's is not",
  },
  second_factor_required: {
    status: 403,
    when: "the caller's role or account needs a sign-in with a second factor, and this session had none",
  },
  cross_origin: { status: 403, when: 'a request that changes state came from another origin' },
  suspended: { status: 403, when: 'the account is suspended and can neither sign in nor book' },
  instant_only: {
    status: 403,
    when: 'after several no-shows, the player can only book prepaid hours with instant confirmation',
  },
  waiver_required: {
    status: 403,
    when: 'the current waiver has not been accepted, or the acceptance has expired',
  },
  waiver_changed: {
    status: 409,
    when: 'another version of the waiver is current; load it, and show it before it is accepted',
  },
  not_found: { status: 404, when: 'the resource does not exist or belongs to someone else' },
  taken: {
    status: 409,
    when: 'the email or username belongs to another account, or the id to another policy; `details.field` names it',
  },
  evidence_unacknowledged: {
    status: 409,
    when: 'no evidence shows that the formula forecasts better, and `acknowledged` is not set; `details.verdict` is the verdict, or null if there is none',
  },
  slot_taken: {
    status: 409,
    when: 'a booking or closure occupies the hour; `details.nearest` lists free slots',
  },
  slot_unavailable: {
    status: 409,
    when: 'the court does not offer the time: it is closed, too soon, or not open for booking yet',
  },
  host_unapproved: {
    status: 409,
    when: 'the host of the court is suspended, or is not approved and the policy allows bookings only at courts of approved hosts',
  },
  court_changed: {
    status: 409,
    when: 'the court has changed since the version that the request names; load it, and apply the change again',
  },
  policy_changed: {
    status: 409,
    when: 'another version of the policy or of a legal document has been published since; `details.policyId` is the latest policy',
  },
  price_changed: {
    status: 409,
    when: 'the price or refund has changed; `details.quote` is the current one',
  },
  fair_use: {
    status: 409,
    when: "a fair-use limit is reached, such as a player's open bookings or a host's changes of closed hours",
  },
  wrong_status: {
    status: 409,
    when: 'the booking, match, or membership has a status that does not allow this; `details.status` is its status',
  },
  already_logged: {
    status: 409,
    when: 'the result of the hour is already logged, or the caller has already reviewed it; `details.matchId` is the existing match',
  },
  not_on_sale: {
    status: 409,
    when: 'the membership is not for sale, or no seat is left',
  },
  hours_booked: {
    status: 409,
    when: 'a booking occupies an hour to be closed; `details.bookings` lists the bookings',
  },
  erasure_blocked: {
    status: 409,
    when: 'the account cannot be erased yet; `details.blockers` lists the reasons, each with a link',
  },
  conflict: {
    status: 409,
    when: 'a concurrent change was stored first, or a new id already exists; retry the request',
  },
  too_slow: {
    status: 408,
    when: 'the body did not arrive within its time limit; nothing was changed',
  },
  too_large: { status: 413, when: 'the body, a file, or the number of files exceeds its limit' },
  unsupported_image: { status: 415, when: 'a photo is not an image in a supported format' },
  key_unusable: {
    status: 409,
    when: "a person's key is lost or damaged; try again once an operator has repaired it",
  },
  idempotency_mismatch: {
    status: 422,
    when: 'the Idempotency-Key was already used with a different request',
  },
  too_many_requests: {
    status: 429,
    when: 'a rate limit is reached; `Retry-After` says when to retry',
  },
  internal: {
    status: 500,
    when: 'an unexpected server error; the request id identifies it in the log',
  },
  too_busy: {
    status: 503,
    when: 'the server is overloaded; nothing was changed',
  },
  provider_unavailable: {
    status: 502,
    when: 'Google or Apple does not respond; try again, or sign in with the password',
  },
  store_unavailable: {
    status: 503,
    when: 'a database does not respond; retry with the same Idempotency-Key to get the outcome',
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The body of every error response. */
export type ErrorBody = { code: ErrorCode; message: string; details?: Record<string, unknown> };
