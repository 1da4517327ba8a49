import type { MemberRole } from './marked-club.js';

type Sights = Partial<Record<'visitor' | 'members' | 'everyone' | MemberRole, string>>;

/**
 * What each member of the club sees of others on a route: names of markers, separated by spaces.
 * Pages of a player have a row for each of them. Missing routes show nothing of other people.
 */
export const sights: Readonly<Record<string, Sights>> = {
  exportAccount: {
    player:
      'admin.cancel admin.ruling blocked.booking blocked.first blocked.typed-player guest.email guest.name host.damage host.decline host.message host.review opponent.email opponent.first opponent.last unregistered.email unregistered.name',
    opponent: 'player.booking player.typed-opponent',
    host: 'admin.cancel admin.ruling blocked.booking blocked.first player.answer player.booking player.cancel player.message player.noShow player.review',
    otherHost: 'blocked.booking blocked.message',
    blocked: 'opponent.first opponent.last otherHost.message player.email',
    stranger: 'opponent.first opponent.last',
  },
  listGuests: {
    player: 'guest.email guest.name guest.signature guest.token',
    host: 'guest.name guest.signature',
  },
  showGuestWaiver: {
    everyone: 'player.first',
  },
  listCourts: {
    everyone: 'host.id otherHost.id',
    player: 'host.address host.position',
    blocked: 'otherHost.address otherHost.position',
  },
  showCourt: {
    everyone: 'host.id otherHost.id player.review',
    player: 'host.address host.position',
    blocked: 'otherHost.address otherHost.position',
  },
  listBookings: {
    player: 'admin.cancel host.address host.arrivalNotes host.decline',
    blocked: 'host.address otherHost.address otherHost.arrivalNotes',
  },
  showBooking: {
    player: 'admin.cancel host.address host.arrivalNotes host.decline',
    host: 'admin.cancel blocked.booking blocked.email blocked.first blocked.id blocked.last blocked.notes blocked.phone blocked.username player.booking player.cancel player.email player.first player.id player.last player.notes player.phone player.username',
    otherHost:
      'blocked.booking blocked.email blocked.first blocked.id blocked.last blocked.notes blocked.phone blocked.username',
    blocked: 'host.address otherHost.address otherHost.arrivalNotes',
  },
  bookingHistory: {
    player: 'admin.cancel host.decline',
    host: 'admin.cancel player.cancel',
  },
  ownerBookings: {
    host: 'admin.cancel blocked.booking blocked.email blocked.first blocked.id blocked.last blocked.notes blocked.phone blocked.username player.booking player.cancel player.email player.first player.id player.last player.notes player.phone player.username',
    otherHost:
      'blocked.booking blocked.email blocked.first blocked.id blocked.last blocked.notes blocked.phone blocked.username',
  },
  hostBookings: {
    host: 'admin.cancel blocked.booking blocked.email blocked.first blocked.id blocked.last blocked.notes blocked.phone blocked.username player.booking player.cancel player.email player.first player.id player.last player.notes player.phone player.username',
    otherHost:
      'blocked.booking blocked.email blocked.first blocked.id blocked.last blocked.notes blocked.phone blocked.username',
  },
  bookingIncidents: {
    player: 'admin.ruling host.damage',
    host: 'admin.ruling player.answer player.booking player.noShow',
  },
  searchCourts: {
    everyone: 'host.id otherHost.id',
  },
  listBlocks: {
    player: 'blocked.first',
    host: 'blocked.first',
  },
  courtHost: {
    everyone: 'host.first host.id otherHost.first otherHost.id',
  },
  whatIf: {
    host: 'blocked.booking player.booking',
  },
  listMatches: {
    player:
      'blocked.booking blocked.first blocked.id blocked.last blocked.withdrawal opponent.dispute opponent.email opponent.first opponent.id opponent.last unregistered.email unregistered.name',
    opponent:
      'blocked.first blocked.id blocked.last player.booking player.first player.id player.last',
    blocked:
      'opponent.first opponent.id opponent.last player.email player.first player.id player.last',
  },
  showMatch: {
    player:
      'blocked.booking blocked.first blocked.id blocked.last blocked.withdrawal opponent.dispute opponent.email opponent.first opponent.id opponent.last unregistered.email unregistered.name',
    opponent: 'player.booking player.first player.id player.last',
    blocked: 'player.email player.first player.id player.last',
  },
  bookingReviews: {
    player: 'host.review',
    host: 'blocked.booking player.booking player.review',
    otherHost: 'blocked.booking',
  },
  courtReviews: {
    everyone: 'player.review',
  },
  showConversation: {
    player: 'host.message',
    host: 'blocked.booking player.booking player.message',
    otherHost: 'blocked.booking blocked.message',
    blocked: 'otherHost.message',
  },
  listRankings: {
    members: 'opponent.city opponent.first opponent.id opponent.last opponent.username',
    opponent: 'player.city player.first player.id player.last player.username',
    blocked: 'player.city player.first player.id player.last player.username',
  },
  'listRatingReceipts of player': {
    player:
      'blocked.booking blocked.first blocked.id blocked.last opponent.first opponent.id opponent.last',
    opponent: 'player.booking player.id',
    host: 'opponent.first opponent.id opponent.last',
    blocked: 'opponent.first opponent.id opponent.last player.id',
  },
  'listRatingReceipts of opponent': {
    opponent:
      'blocked.first blocked.id blocked.last player.booking player.first player.id player.last',
    host: 'player.first player.id player.last',
    blocked: 'opponent.id player.first player.id player.last',
  },
  'listRatingReceipts of blocked': {
    blocked: 'opponent.first opponent.id opponent.last player.first player.id player.last',
  },
  'showPlayer of player': {
    members: 'player.first player.id',
    opponent: 'player.city player.last player.username',
    host: 'player.city player.last player.username',
    blocked: 'player.city player.last player.username',
  },
  'showPlayer of opponent': {
    members: 'opponent.city opponent.first opponent.id opponent.last opponent.username',
  },
  'showPlayer of host': {
    members: 'host.city host.first host.id',
    player: 'host.last host.username',
    blocked: 'host.last host.username',
  },
  'showPlayer of otherHost': {
    members: 'otherHost.city otherHost.first otherHost.id',
    blocked: 'otherHost.last otherHost.username',
  },
  'showPlayer of stranger': {
    members: 'stranger.city stranger.first stranger.id stranger.last stranger.username',
  },
  listNotices: {
    player: 'blocked.booking blocked.first blocked.last host.first opponent.first opponent.last',
    opponent: 'blocked.first blocked.last player.booking player.first player.last',
    host: 'blocked.booking blocked.first blocked.last player.booking player.first player.last',
    otherHost: 'blocked.booking blocked.first blocked.last',
    blocked: 'opponent.first opponent.last otherHost.first player.first player.last',
  },
  readCalendarFeed: {
    everyone: 'host.address player.booking',
  },
  bookingCalendar: {
    player: 'host.address',
    host: 'blocked.booking player.booking',
    otherHost: 'blocked.booking',
    blocked: 'host.address otherHost.address',
  },
  listPayouts: {
    host: 'blocked.booking player.booking',
    otherHost: 'blocked.booking',
  },
  bookingPayout: {
    host: 'blocked.booking player.booking',
    otherHost: 'blocked.booking',
  },
  hostStatement: {
    host: 'blocked.booking player.booking',
  },
  earningsCsv: {
    host: 'blocked.booking blocked.payment player.booking player.payment',
    otherHost: 'blocked.booking blocked.payment',
  },
  changes: {
    player: 'blocked.booking blocked.id',
    opponent: 'player.booking player.id',
    host: 'blocked.booking player.booking',
    otherHost: 'blocked.booking',
    blocked: 'opponent.id player.id',
  },
};
