import { randomUUID } from 'node:crypto';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import type { routes } from '@courtly/contracts/routes';
import { waiverConsent } from './waiver-consent.js';

/**
 * Users whose cookie belongs to a session that has ended: a former owner, and a former owner and
 * admin.
 */
export const formerMembers = ['suspended', 'erased'] as const;
export const callers = [
  'visitor',
  'player',
  'otherPlayer',
  'owner',
  'otherOwner',
  'admin',
  ...formerMembers,
] as const;
export type Caller = (typeof callers)[number];
export type World = Readonly<{ owner: Caller; player: Caller; court: CourtDetail }>;
export type Target = Readonly<{
  courtId: string;
  bookingId: string;
  invitationId?: string;
  token?: string;
  slot: Slot;
  /** The email of an account that can sign in. */
  email: string;
}>;

/**
 * What the route table does not contain: the subject of a route, its parties, and a valid request.
 * The subject exists only for `sides`. Those in `forbidden` can see it, but cannot make this call.
 */
export type Row = Readonly<{
  of?: 'court' | 'booking';
  sides?: (world: World) => readonly Caller[];
  forbidden?: (world: World) => readonly Caller[];
  body?: (target: Target) => object;
  query?: string;
  /**
   * The status of a valid request if it differs from the route's, because the matrix has no photos
   * or tokens.
   */
  status?: number;
  /** The caller needs an invitation to the court. */
  invited?: true;
  /** Ends or starts a session, so the caller signs in again first. */
  session?: true;
  /** Ends all sessions of the caller, so a new account makes the call. */
  newcomer?: true;
}>;

const everyone = () => callers;
const itsOwner = ({ owner }: World) => [owner];
const bothSides = ({ owner, player }: World) => [owner, player];
const itsPlayer = ({ player }: World) => [player];
const aDay = [{ from: '00:00', to: '24:00' }];
export const allDayHours = WeeklyHours.parse(
  Object.fromEntries(weekdays.map((weekday) => [weekday, aDay])),
);
const PASSWORD = 'clay-court-rally';
const form = {
  name: 'Camelback Court',
  location: 'Paradise Valley',
  address: '8412 E Horseshoe Ln',
  surfaceType: 'hard',
  hourlyRate: '300.00',
};
const newAccount = () => ({
  username: `p${randomUUID().slice(0, 8)}`,
  email: `${randomUUID()}@example.test`,
  password: PASSWORD,
  firstName: 'Robin',
  lastName: 'Baseline',
  phone: '4805550123',
});
const detailsOf = ({ email: _, password: __, ...details }: ReturnType<typeof newAccount>) =>
  details;
const closed = ({ slot }: Target) => ({ startTime: slot.start, endTime: slot.end });

export const matrixRows: Record<keyof typeof routes, Row> = {
  register: { body: newAccount, session: true },
  login: { body: ({ email }) => ({ email, password: PASSWORD }), session: true },
  logout: { session: true },
  me: {},
  changeProfile: {
    body: () => ({
      firstName: 'Robin',
      lastName: 'Volley',
      phone: '4805550199',
      homeCity: 'Phoenix',
    }),
  },
  changePassword: {
    body: () => ({ currentPassword: PASSWORD, newPassword: 'grass-court-rally' }),
    newcomer: true,
  },
  changePreferences: {
    body: () => ({ skillLevel: '4.0', surfaces: ['clay'], socialTags: ['doubles'] }),
  },
  changePrivacy: { body: () => ({ pageAudience: 'opponents' }) },
  changePicture: { status: 400 },
  removePicture: {},
  showPicture: { status: 404 },
  requestEmailChange: {
    body: () => ({ newEmail: `${randomUUID()}@example.test`, currentPassword: PASSWORD }),
    newcomer: true,
  },
  confirmEmailChange: { status: 404 },
  requestVerificationLink: { newcomer: true },
  verifyEmail: { body: () => ({ token: 'none' }), status: 404 },
  requestPasswordReset: { body: () => ({ email: `${randomUUID()}@example.test` }) },
  resetPassword: { body: () => ({ newPassword: PASSWORD }), status: 404 },
  finishLogin: { body: () => ({ ticket: 'forged', code: '123456' }), status: 401 },
  loginPasskeyOptions: { body: () => ({ ticket: 'forged' }), status: 401 },
  passkeyOptions: {},
  startPasskey: { body: () => ({ currentPassword: PASSWORD }) },
  confirmPasskey: { body: () => ({ name: 'Laptop', passkey: {} }), status: 400 },
  showSecondFactors: {},
  startTotp: { body: () => ({ currentPassword: PASSWORD }) },
  confirmTotp: { body: () => ({ code: '123456' }), status: 404 },
  removeSecondFactor: {
    body: () => ({ currentPassword: PASSWORD, code: '123456' }),
    status: 400,
  },
  issueRecoveryCodes: {
    body: () => ({ currentPassword: PASSWORD, code: '123456' }),
    status: 400,
  },
  listProviders: {},
  startProviderLogin: { status: 404 },
  startProviderLink: { body: () => ({ currentPassword: PASSWORD }), status: 404 },
  providerCallback: { status: 404 },
  providerFormCallback: { body: () => ({ code: 'none' }), status: 404 },
  finishProviderLogin: { body: () => ({ code: 'none' }), status: 404 },
  registerWithProvider: {
    body: () => ({ ...detailsOf(newAccount()), ticket: 'forged' }),
    status: 401,
  },
  listProviderAccounts: {},
  unlinkProviderAccount: { body: () => ({ currentPassword: PASSWORD }), status: 404 },
  showErasure: {},
  eraseAccount: {
    body: () => ({ currentPassword: PASSWORD, confirmation: 'DELETE' }),
    newcomer: true,
  },
  exportAccount: {},
  listSessions: {},
  endSession: { status: 404 },
  endOtherSessions: { newcomer: true },
  requestCity: { body: () => ({ city: 'Tucson', email: 'robin@example.test' }) },
  waiverStatus: {},
  acceptedWaivers: {},
  listGuests: { of: 'booking', sides: bothSides },
  addGuest: { of: 'booking', sides: itsPlayer, body: () => ({ name: 'Gus Guest' }) },
  replaceGuestLink: { of: 'booking', sides: () => [] },
  removeGuest: { of: 'booking', sides: () => [] },
  adminGuests: { of: 'booking', sides: everyone },
  eraseGuest: { of: 'booking', sides: () => [], body: () => ({ reference: 'file 12' }) },
  showGuestWaiver: { status: 404 },
  signGuestWaiver: {
    body: () => ({ ...waiverConsent, name: 'Gus Guest', isAdult: true }),
    status: 404,
  },
  acceptedPapers: {},
  showPaper: {},
  showCatalog: {},
  acceptWaiver: { body: () => waiverConsent },
  listCourts: {},
  searchCourts: {},
  searchDays: { query: 'firstDay=2027-06-01&lastDay=2027-06-02' },
  listFavourites: {},
  listBlocks: {},
  // A block would end the contact that other rows need.
  blockPerson: { body: () => ({ playerId: 'nobody' }), status: 404 },
  endBlock: { status: 404 },
  addFavourite: { of: 'court', sides: everyone },
  removeFavourite: { of: 'court', sides: everyone },
  showCourt: { of: 'court', sides: everyone },
  availability: { of: 'court', sides: everyone },
  freeDays: { of: 'court', sides: everyone, query: 'from=2027-06-01&to=2027-06-02' },
  listCourt: { body: () => form },
  changeCourt: { of: 'court', sides: itsOwner, body: () => form },
  activateCourt: { of: 'court', sides: itsOwner, body: () => ({ isActive: true }) },
  setHours: { of: 'court', sides: itsOwner, body: () => ({ weeklyHours: allDayHours }) },
  courtHours: { of: 'court', sides: itsOwner },
  listClosures: { of: 'court', sides: itsOwner },
  closeHours: { of: 'court', sides: itsOwner, body: closed },
  reopenHours: { of: 'court', sides: itsOwner, body: closed },
  closeDays: {
    of: 'court',
    sides: itsOwner,
    body: () => ({ from: '2027-06-01', to: '2027-06-02' }),
  },
  ownerClosures: { query: 'from=2027-06-01&to=2027-06-02' },
  inviteGuest: { of: 'court', sides: itsOwner, body: () => ({ link: true }) },
  listInvitations: { of: 'court', sides: itsOwner },
  sendInvitationAgain: { of: 'court', sides: () => [] },
  revokeInvitation: { of: 'court', sides: itsOwner, invited: true },
  acceptInvitation: { of: 'court', sides: everyone, invited: true },
  ownerCourts: {},
  hostCourts: {},
  requestBooking: {
    of: 'court',
    sides: everyone,
    forbidden: itsOwner,
    body: ({ courtId, slot }) => ({ courtId, startTime: slot.start, endTime: slot.end }),
  },
  listBookings: {},
  ownRecord: {},
  bookingIncidents: { of: 'booking', sides: bothSides },
  reportIncident: {
    of: 'booking',
    sides: bothSides,
    body: () => ({ kind: 'no_show', words: 'No one came.' }),
    status: 409,
  },
  answerIncident: {
    of: 'booking',
    sides: bothSides,
    body: () => ({ agrees: false, words: 'I was there.' }),
    status: 404,
  },
  moveHour: {
    of: 'booking',
    sides: itsPlayer,
    body: ({ slot }) => ({ startTime: slot.start }),
    status: 404,
  },
  declineMove: { of: 'booking', sides: itsPlayer, status: 404 },
  ownStrikes: {},
  adminIncidents: {},
  decideIncident: {
    body: () => ({ reason: 'The camera shows it.', isUpheld: true }),
    status: 404,
  },
  showBooking: { of: 'booking', sides: bothSides },
  bookingHistory: { of: 'booking', sides: bothSides },
  answerBooking: {
    of: 'booking',
    sides: bothSides,
    forbidden: itsPlayer,
    body: () => ({ status: 'cancelled', reason: 'other' }),
  },
  cancellationQuote: { of: 'booking', sides: bothSides },
  cancelBooking: { of: 'booking', sides: bothSides, body: () => ({}) },
  ownerBookings: {},
  hostBookings: {},
  courtHost: { of: 'court', sides: everyone },
  hostFigures: {},
  hostEarnings: {},
  hostAnalytics: {},
  courtAnalytics: { of: 'court', sides: itsOwner },
  analyticsCsv: {},
  whatIf: {
    of: 'court',
    sides: itsOwner,
    query: 'rate=120&buffer=30&from=8&to=20&days=monday,sunday',
  },
  listNotices: {},
  unreadNotices: {},
  readNotices: { body: () => ({ ids: ['unknown'] }) },
  noticePreferences: {},
  changeNoticePreferences: {
    body: () => ({
      mail: { requests: true, bookings: false, reminders: true, matches: true, messages: true },
    }),
  },
  unsubscribe: {},
  refuseEmails: {},
  showRequestToAnswer: { body: () => ({ token: 'unknown' }), status: 404 },
  answerByEmail: { body: () => ({ token: 'unknown' }), status: 404 },
  reportFromBrowser: { body: () => ({ reports: [{ type: 'vital', name: 'CLS', value: 0 }] }) },
  reportCspViolations: { body: () => ({ 'csp-report': {} }) },
  showCalendarFeed: {},
  openCalendarFeed: {},
  closeCalendarFeed: {},
  readCalendarFeed: { status: 404 },
  bookingCalendar: { of: 'booking', sides: bothSides },
  showPhoto: { status: 404 },
  changes: {},
  platformRevenue: {},
  closePeriod: { body: () => ({ month: '2099-12' }), status: 409 },
  journalCsv: { query: 'from=2027-01&to=2027-03' },
  cityTaxes: {},
  recordTaxPayment: {
    body: () => ({
      city: 'Tempe',
      month: '2027-03',
      amount: '1.00',
      paidOn: '2020-01-01',
      note: 'Confirmation 4711',
    }),
    status: 400,
  },
  cityTaxCsv: { query: 'from=2027-01&to=2027-03' },
  hostGrossCsv: { query: 'year=2027' },
  paymentConfig: {},
  logMatch: { body: ({ bookingId }) => ({ bookingId, result: 'win' }), status: 404 },
  addMatchPlayer: { body: () => ({ matchResultId: 'unknown', playerName: 'Olga' }), status: 404 },
  challengePlayer: { body: ({ bookingId }) => ({ bookingId, playerId: 'unknown' }), status: 404 },
  listMatches: {},
  listChallengedHours: {},
  showMatch: { status: 404 },
  confirmMatch: { status: 404 },
  disputeMatch: { body: () => ({ reason: 'It was 4-6.' }), status: 404 },
  leaveMatch: { status: 404 },
  agreeToWithdraw: { status: 404 },
  withdrawMatch: { body: () => ({ reason: 'I mixed up the score.' }), status: 404 },
  claimMatch: { body: () => ({ token: 'unknown' }), status: 404 },
  listRankings: {},
  showOwnRank: {},
  listRatingReceipts: { status: 404 },
  showPlayer: { status: 404 },
  followPlayer: { status: 404 },
  unfollowPlayer: {},
  listRatingFlags: {},
  listFlaggedMatches: {},
  changeRankingVisibility: {
    body: () => ({ isHidden: true, reason: 'A test.' }),
    status: 404,
  },
  dismissRatingFlag: {
    body: () => ({ kind: 'closed_pair', otherId: null, reason: 'A test.' }),
    status: 404,
  },
  showRatingFormulas: {},
  adoptFormula: {
    body: () => ({
      formula: 'games-share-glicko-3',
      expectedCurrent: 'games-share-glicko-1',
      acknowledged: true,
      reason: 'A test.',
    }),
  },
  requestReplay: { body: () => ({ formula: 'elo' }) },
  listReplays: {},
  showReplay: { status: 404 },
  replayedPlayers: { status: 404 },
  replayCsv: { status: 404 },
  rankingCsv: {},
  replayedProfile: { status: 404 },
  cancelReplay: { status: 404 },
  writeReview: {
    body: ({ courtId, bookingId }) => ({ courtId, bookingId, rating: 5 }),
    status: 404,
  },
  // Upcoming bookings have no reviews to change or withdraw.
  changeReview: { of: 'booking', sides: () => [], body: () => ({ rating: 5 }) },
  withdrawReview: { of: 'booking', sides: () => [] },
  bookingReviews: { of: 'booking', sides: bothSides },
  courtReviews: { of: 'court', sides: everyone },
  ownReviewMarks: { query: 'courtId=unknown' },
  listAchievements: {},
  // Upcoming bookings have no reviews to remove.
  removeReview: {
    of: 'booking',
    sides: () => [],
    body: () => ({ side: 'player', reason: 'Names a person.' }),
  },
  disputedMatches: {},
  voidMatch: { body: () => ({ reason: 'Both accounts are one person.' }), status: 404 },
  settleDispute: { body: () => ({ upheld: true, reason: 'They say the same.' }), status: 404 },
  cityDemand: {},
  reportReview: {
    body: ({ courtId }) => ({ courtId, reviewId: 'unknown.player', reason: 'untrue' }),
    status: 404,
  },
  reportedReviews: {},
  dismissReports: {
    body: () => ({ reviewId: 'unknown.player', reason: 'It is an opinion.' }),
    status: 404,
  },
  showConversation: { of: 'booking', sides: bothSides },
  sendMessage: { of: 'booking', sides: bothSides, body: () => ({ text: 'Is the gate open?' }) },
  // The new booking has no messages to read.
  readMessages: { of: 'booking', sides: () => [], body: () => ({ number: 1 }) },
  removeMessage: {
    of: 'booking',
    sides: () => [],
    body: () => ({ number: 1, reason: 'Names a person.' }),
  },
  reportMessage: {
    body: ({ bookingId }) => ({ bookingId, number: 1, reason: 'offensive' }),
    status: 404,
  },
  reportedMessages: {},
  dismissMessageReport: {
    body: ({ bookingId }) => ({ bookingId, number: 1, reason: 'It is an opinion.' }),
    status: 404,
  },
  elitePlans: {},
  showMembership: {},
  membershipReceipts: {},
  // Without Stripe, nothing is for sale.
  createPaymentIntent: { body: () => ({}), status: 409 },
  createEliteUser: { body: () => ({ paymentIntentId: 'pi_unknown' }), status: 403 },
  subscribe: { body: () => ({ renewalConsent: true, consentVersion: 'none' }), status: 409 },
  cancelMembership: { status: 404 },
  membershipPortal: { status: 404 },
  bookingPayment: { of: 'booking', sides: itsPlayer },
  applyAsHost: {
    body: () => ({
      fullName: 'Robin Baseline',
      email: `${randomUUID()}@example.test`,
      phoneNumber: '4805550123',
      propertyAddress: '8412 E Horseshoe Ln, Paradise Valley',
      courtType: 'tennis',
      courtSurface: 'hard',
      availability: 'Weekday mornings',
      courtDescription: 'A quiet court between citrus trees.',
      agreeToTerms: 'true',
    }),
  },
  applyAsPlayer: {
    body: () => ({
      fullName: 'Robin Baseline',
      email: `${randomUUID()}@example.test`,
      city: 'Scottsdale',
      skillLevel: 'Intermediate',
      whyJoin: 'I would like to play every week.',
      agreeToTerms: true,
    }),
  },
  claimApplication: { body: () => ({ token: 'unknown' }), status: 404 },
  showInvitedApplicant: { body: () => ({ token: 'unknown' }), status: 404 },
  eraseOwnApplication: { body: () => ({ token: 'unknown' }), status: 404 },
  eraseApplication: { body: () => ({ reference: 'file 12' }), status: 404 },
  renewApplicationLink: { status: 404 },
  showHostApproval: {},
  renewOwnHostLink: { status: 404 },
  countApplications: {},
  hostApplications: {},
  playerApplications: {},
  reviewHostApplication: { body: () => ({ status: 'approved' }), status: 404 },
  reviewPlayerApplication: { body: () => ({ status: 'rejected' }), status: 404 },
  applicationPhoto: { status: 404 },
  searchAudit: {},
  auditTypes: {},
  auditTimeline: { query: 'kind=match&id=unknown' },
  auditEvent: { status: 404 },
  exportAudit: { query: 'format=csv&type=none' },
  stateAsOf: { query: 'kind=user&id=unknown&at=2027-03-13T18:00:00Z', status: 404 },
  calendarAsOf: { query: 'courtId=unknown&date=2027-03-13&at=2027-03-13T18:00:00Z', status: 404 },
  findAccounts: {},
  showAccount: { status: 404 },
  accountBookings: {},
  giveRole: { body: () => ({ role: 'host', reason: 'A friend of the club.' }), status: 404 },
  takeRole: { body: () => ({ role: 'host', reason: 'No longer a friend.' }), status: 404 },
  suspendUser: { body: () => ({ reason: 'Was rude to a host.' }), status: 404 },
  liftSuspension: { body: () => ({ reason: 'Said sorry.' }), status: 404 },
  adminMembership: {},
  refundMembership: { body: () => ({ paidBy: 'pi_1', reason: 'A goodwill refund.' }), status: 404 },
  retryMembershipRefund: { body: () => ({ paidBy: 'pi_1', reason: 'Try again.' }), status: 404 },
  retryMembershipStep: { body: () => ({ stripeId: 'pi_1', reason: 'Try again.' }), status: 409 },
  settleMembershipRefund: {
    body: () => ({ paidBy: 'pi_1', amount: '1.00', outcome: 'paid', reason: 'By check.' }),
    status: 404,
  },
  endMembership: { body: () => ({ reason: 'A stolen card.' }), status: 409 },
  returnMembershipPayment: { body: () => ({ reason: 'The wrong amount.' }), status: 409 },
  bookingMoney: { of: 'booking', sides: everyone },
  // Under the open policy, nothing is charged.
  refundByHand: {
    of: 'booking',
    sides: everyone,
    body: () => ({ amount: '10.00', bearer: 'platform', reason: 'The lights went out.' }),
    status: 409,
  },
  retryPayment: {
    of: 'booking',
    sides: everyone,
    body: () => ({ reason: 'The restriction ended.' }),
    status: 409,
  },
  settleOtherwise: {
    of: 'booking',
    sides: everyone,
    body: () => ({ amount: '10.00', outcome: 'paid', reason: 'Paid in cash.' }),
    status: 409,
  },
  adjustPayout: {
    of: 'booking',
    sides: everyone,
    body: () => ({
      direction: 'add',
      amount: '5.00',
      hostNote: 'We pay for the repair of the lights.',
      reason: 'The lights were repaired.',
    }),
    status: 409,
  },
  retryPayout: {
    of: 'booking',
    sides: everyone,
    body: () => ({ reason: 'The account was fixed.' }),
    status: 409,
  },
  platformBalance: {},
  listPayoutHolds: {},
  holdBookingPayout: {
    of: 'booking',
    sides: everyone,
    body: () => ({ reason: 'The player reported a no-show.' }),
  },
  releaseBookingPayout: {
    of: 'booking',
    sides: everyone,
    body: () => ({ reason: 'The player was there.' }),
  },
  holdHostPayouts: { body: () => ({ reason: 'We check this host.' }), status: 404 },
  releaseHostPayouts: { body: () => ({ reason: 'All is well.' }), status: 404 },
  moneyCases: {},
  lateSteps: {},
  disputeEvidence: { status: 404 },
  listConfirmations: {},
  giveConfirmation: { status: 404 },
  rejectConfirmation: { body: () => ({ reason: 'Half is enough.' }), status: 404 },
  adminWaiting: {},
  closeMoneyCase: { body: () => ({ reason: 'Refunded in the dashboard.' }), status: 404 },
  moneyChecks: {},
  checkMoneyNow: {},
  acknowledgeFinding: { body: () => ({ reason: 'Known since March.' }), status: 404 },
  failedJobs: {},
  retryJob: { status: 404 },
  dropJob: { status: 404 },
  listAdminCourts: {},
  adminCourtBookings: {},
  noteCity: { body: () => ({ note: 'Needs a light permit.' }), status: 404 },
  hideCourt: { body: () => ({ reason: 'The fence is broken.' }), status: 404 },
  unhideCourt: { body: () => ({ reason: 'The fence is mended.' }), status: 404 },
  cancelBookingByHand: {
    of: 'booking',
    sides: everyone,
    body: () => ({ reason: 'The court is flooded.' }),
  },
  searchBookings: {},
  countBookings: {},
  listPolicies: {},
  policyDraft: {},
  publishPolicy: {
    body: () => ({
      replaces: 'an earlier one',
      values: { feeShare: 500 },
      effectiveAt: null,
      reason: 'Half a fee.',
    }),
    status: 409,
  },
  withdrawPolicy: { body: () => ({ reason: 'A mistake.' }), status: 404 },
  stripeEvents: { status: 400 },
  showPayoutAccount: {},
  openPayoutAccount: { status: 403 },
  checkPayoutAccount: {},
  listPayouts: {},
  bookingPayout: { of: 'booking', sides: itsOwner },
  hostStatement: {},
  statementSummary: {},
  courtEarnings: {},
  earningsCsv: { query: 'year=2027' },
  listCards: {},
  removeCard: { status: 404 },
  bookingReceipt: { of: 'booking', sides: itsPlayer },
  robots: {},
  sitemap: {},
  docs: {},
  docsDocument: {},
  live: {},
  ready: {},
};
