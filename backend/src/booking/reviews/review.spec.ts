import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  EDITABLE_UNTIL,
  REVEAL_BY,
  WRITTEN_AT,
  aReview,
  ofHost,
  reviewChanged,
  reviewRemoved,
  reviewWithdrawn,
  reviewWritten,
  reviewsRevealed,
} from '../../../testing/review.js';
import { specification } from '../../../testing/specification.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { ReviewEvent } from './review.events.js';
import { MOST_REPORTS, type ReviewCommand, readReviewId, review, reviewIdOf } from './review.js';
import { reviewsView } from './review-view.js';

const given = specification(review);
const write = (changes: Parameters<typeof aReview>[0] = {}) =>
  ({ type: 'WriteReview', data: aReview(changes) }) as const;
const own = { side: 'player', authorId: 'pavel', at: WRITTEN_AT } as const;
const change = (changes: object = {}) =>
  ({
    type: 'ChangeReview',
    data: { ...own, rating: 2, comment: 'The net is torn.', ...changes },
  }) as const;
const withdraw = (changes: object = {}) =>
  ({ type: 'WithdrawReview', data: { ...own, ...changes } }) as const;
const reveal = (at: string) => ({ type: 'RevealReviews', data: { at } }) as const;
const remove = (side: 'player' | 'host' = 'player') =>
  ({
    type: 'RemoveReview',
    data: { side, reason: 'Names a person.', removedBy: 'admin', at: WRITTEN_AT },
  }) as const;

describe('writing a review', () => {
  it('succeeds once per side', () => {
    given().when(write()).then(reviewWritten());
    given().when(write(ofHost)).then(reviewWritten(ofHost));
    given(reviewWritten())
      .when(write({ rating: 1 }))
      .thenRefused('already_logged');
  });
  it('reveals both reviews if neither can be changed', () => {
    const final = { editableUntil: WRITTEN_AT };
    given(reviewWritten(final))
      .when(write({ ...ofHost, ...final }))
      .then(reviewWritten({ ...ofHost, ...final }), reviewsRevealed());
    given(reviewWritten(final)).when(write(ofHost)).then(reviewWritten(ofHost));
    given(reviewWritten())
      .when(write({ ...ofHost, ...final }))
      .then(reviewWritten({ ...ofHost, ...final }));
  });
  it('is possible until just before the deadline', () => {
    given()
      .when(write({ writtenAt: '2027-03-27T18:59:59.999Z' }))
      .then(reviewWritten({ writtenAt: '2027-03-27T18:59:59.999Z' }));
    given()
      .when(write({ writtenAt: REVEAL_BY }))
      .thenRefused('wrong_status');
  });
  it('keeps the deadline of the first review', () => {
    const later = '2028-01-01T00:00:00.000Z';
    given(reviewWritten())
      .when(write({ ...ofHost, revealBy: later, writtenAt: '2027-06-01T00:00:00.000Z' }))
      .thenRefused('wrong_status');
  });
  it('fails once the other review is revealed', () =>
    given(reviewWritten(), reviewsRevealed({ playerRating: null }))
      .when(write(ofHost))
      .thenRefused('wrong_status'));
});

describe('a written review', () => {
  it('can be changed by its author for a limited time', () => {
    const changedAt = '2027-03-15T07:59:59.999Z';
    given(reviewWritten())
      .when(change({ at: changedAt }))
      .then(reviewChanged({ changedAt }));
    given(reviewWritten())
      .when(change({ at: EDITABLE_UNTIL }))
      .thenRefused('wrong_status');
    given(reviewWritten())
      .when(change({ authorId: 'hana' }))
      .thenRefused('not_found');
    given().when(change()).thenRefused('not_found');
  });
  it('keeps its deadline for changes after a change', () =>
    given(reviewWritten(), reviewChanged({ changedAt: '2027-03-15T07:00:00.000Z' }))
      .when(change({ rating: 5, at: EDITABLE_UNTIL }))
      .thenRefused('wrong_status'));
  it('stays unchanged if its words and stars are the same', () =>
    given(reviewWritten(), reviewChanged()).when(change()).thenNothing());
  it('can be withdrawn and written again', () => {
    given(reviewWritten()).when(withdraw()).then(reviewWithdrawn());
    given(reviewWritten())
      .when(withdraw({ at: EDITABLE_UNTIL }))
      .thenRefused('wrong_status');
    given(reviewWritten(), reviewWithdrawn()).when(withdraw()).thenRefused('not_found');
    given(reviewWritten(), reviewWithdrawn()).when(write()).then(reviewWritten());
  });
  it('is final once it is revealed or removed', () => {
    const revealed = [reviewWritten(), reviewWritten(ofHost), reviewsRevealed()];
    given(...revealed)
      .when(change())
      .thenRefused('wrong_status');
    given(...revealed)
      .when(withdraw())
      .thenRefused('wrong_status');
    given(reviewWritten(), reviewRemoved()).when(change()).thenRefused('not_found');
    given(reviewWritten(), reviewRemoved()).when(withdraw()).thenRefused('not_found');
  });
});

describe('reviews by both sides', () => {
  const LATER = '2027-03-16T08:00:00.000Z';
  const hostWritten = reviewWritten({ ...ofHost, editableUntil: LATER });
  it('appear when the later one is final, not earlier', () => {
    const both = [reviewWritten(), hostWritten];
    given(...both)
      .when(reveal('2027-03-16T07:59:59.999Z'))
      .thenNothing();
    given(...both)
      .when(reveal(LATER))
      .then(reviewsRevealed({ revealedAt: LATER }));
  });
  it('appear with the changed stars', () =>
    given(reviewWritten(), hostWritten, reviewChanged())
      .when(reveal(LATER))
      .then(reviewsRevealed({ courtRating: 2, revealedAt: LATER })));
  it('appear at the end of the review period if the later one could still be changed', () =>
    given(reviewWritten(), reviewWritten({ ...ofHost, editableUntil: '2027-03-28T00:00:00.000Z' }))
      .when(reveal(REVEAL_BY))
      .then(reviewsRevealed({ revealedAt: REVEAL_BY })));
  it('wait for the period again if one is withdrawn', () =>
    given(reviewWritten(), hostWritten, reviewWithdrawn()).when(reveal(LATER)).thenNothing());

  it('never change after they appear, no matter what the sides do or when', () => {
    const HOUR_MS = 3_600_000;
    const instantAfter = (hours: number) =>
      new Date(Date.parse(WRITTEN_AT) + hours * HOUR_MS).toISOString();
    const step = fc.record({
      action: fc.constantFrom('write', 'change', 'withdraw', 'reveal'),
      isHost: fc.boolean(),
      waitHours: fc.integer({ min: 0, max: 30 }),
      rating: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let hours = 0;
        let state = foldAll(review, []);
        let revealedStars: object | null = null;
        for (const { action, isHost, waitHours, rating } of steps) {
          hours += waitHours;
          const at = instantAfter(hours);
          const author = isHost
            ? ({ side: 'host', authorId: 'hana' } as const)
            : ({ side: 'player', authorId: 'pavel' } as const);
          const commands: Record<typeof action, ReviewCommand> = {
            write: write({
              ...author,
              rating,
              writtenAt: at,
              editableUntil: instantAfter(hours + 24),
            }),
            change: change({ ...author, rating, at }),
            withdraw: withdraw({ ...author, at }),
            reveal: reveal(at),
          };
          try {
            for (const event of review.decide(commands[action], state)) {
              if (event.type === 'ReviewsRevealed') {
                const { player, host } = state!;
                // Only the end of the period reveals one review alone.
                if (!player || !host) expect(at >= REVEAL_BY).toBe(true);
                expect(
                  [player, host].filter((own) => own && at < own.editableUntil && at < REVEAL_BY),
                ).toEqual([]);
              }
              state = review.evolve(state, event);
            }
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
          const stars = { player: state?.player?.rating, host: state?.host?.rating };
          if (revealedStars) expect(stars).toEqual(revealedStars);
          if (state?.revealedAt) revealedStars = stars;
        }
      }),
    );
  });
});

describe('a review by only one side', () => {
  const alone = reviewsRevealed({ playerRating: null, revealedAt: REVEAL_BY });
  it('appears at the deadline, not earlier', () => {
    given(reviewWritten()).when(reveal(EDITABLE_UNTIL)).thenNothing();
    given(reviewWritten()).when(reveal('2027-03-27T18:59:59.999Z')).thenNothing();
    given(reviewWritten()).when(reveal(REVEAL_BY)).then(alone);
    given(reviewWritten()).when(reveal('2027-04-01T00:00:00.000Z')).then(alone);
  });
  it('appears only once', () =>
    given(reviewWritten(), alone).when(reveal(REVEAL_BY)).thenNothing());
});

describe('removing a review', () => {
  it('records the revealed stars that no longer count', () => {
    given(reviewWritten(), reviewWritten(ofHost), reviewsRevealed())
      .when(remove())
      .then(reviewRemoved({ revealedRating: 4 }));
    given(reviewWritten()).when(remove()).then(reviewRemoved());
  });
  it('leaves nothing to reveal if the review was hidden', () =>
    given(reviewWritten(), reviewRemoved())
      .when(reveal(REVEAL_BY))
      .then(reviewsRevealed({ courtRating: null, playerRating: null, revealedAt: REVEAL_BY })));
  it('succeeds once for an existing review', () => {
    given(reviewWritten(), reviewRemoved()).when(remove()).thenNothing();
    given(reviewWritten()).when(remove('host')).thenRefused('not_found');
    given().when(remove()).thenRefused('not_found');
  });
  it('does not allow a second review', () =>
    given(reviewWritten(), reviewRemoved()).when(write()).thenRefused('already_logged'));
});

describe('the view of both reviews', () => {
  const seenBy = (viewerId: string, ...events: ReviewEvent[]) => {
    const { player, host } = reviewsView('booking-1', foldAll(review, events), viewerId);
    return [player?.rating ?? null, host?.rating ?? null];
  };
  it('shows each side its own review first', () => {
    expect(seenBy('pavel', reviewWritten())).toEqual([4, null]);
    expect(seenBy('hana', reviewWritten())).toEqual([null, null]);
  });
  it('shows both reviews once they are revealed', () => {
    const both = [reviewWritten(), reviewWritten(ofHost), reviewsRevealed()];
    expect(seenBy('pavel', ...both)).toEqual([4, 5]);
    expect(seenBy('hana', ...both)).toEqual([4, 5]);
  });
  it('shows authors how long they can change their review', () => {
    const editableUntil = (viewerId: string, ...events: ReviewEvent[]) =>
      reviewsView('booking-1', foldAll(review, events), viewerId).editableUntil;
    expect(editableUntil('pavel', reviewWritten())).toBe(EDITABLE_UNTIL);
    expect(editableUntil('hana', reviewWritten())).toBeNull();
    expect(editableUntil('pavel', reviewWritten(), reviewWithdrawn())).toBeNull();
    expect(editableUntil('pavel', reviewWritten(), reviewRemoved())).toBeNull();
    expect(editableUntil('pavel', reviewWritten(), reviewsRevealed())).toBeNull();
  });
  it('hides removed reviews', () =>
    expect(seenBy('pavel', reviewWritten(), reviewRemoved())).toEqual([null, null]));
});

describe('reporting a review', () => {
  const recordedAt = WRITTEN_AT;
  const report = (userId: string, side: 'player' | 'host' = 'player') =>
    ({
      type: 'ReportReview',
      data: { side, by: userId, reason: 'private', words: 'Names my street.', at: recordedAt },
    }) as const;
  const bookingFields = {
    bookingId: 'booking-1',
    courtId: 'roxbury',
    hostId: 'hana',
    playerId: 'pavel',
  };
  const reported = (reportedBy: string): ReviewEvent => ({
    type: 'ReviewReported',
    data: {
      ...bookingFields,
      side: 'player',
      reportedBy,
      reason: 'private',
      words: 'Names my street.',
      reportedAt: recordedAt,
    },
  });
  const dismiss = {
    type: 'DismissReports',
    data: { side: 'player', reason: 'It is an opinion.', dismissedBy: 'admin', at: recordedAt },
  } as const;
  const dismissed: ReviewEvent = {
    type: 'ReviewReportsDismissed',
    data: {
      ...bookingFields,
      side: 'player',
      because: 'It is an opinion.',
      dismissedBy: 'admin',
      dismissedAt: recordedAt,
      reporterIds: ['eve'],
    },
  };
  const revealedReviews = [reviewWritten(), reviewWritten(ofHost), reviewsRevealed()];

  it('succeeds once per user, even after a dismissal', () => {
    given(...revealedReviews)
      .when(report('eve'))
      .then(reported('eve'));
    given(...revealedReviews, reported('eve'))
      .when(report('eve'))
      .thenNothing();
    given(...revealedReviews, reported('eve'))
      .when(report('ada'))
      .then(reported('ada'));
    given(...revealedReviews, reported('eve'), dismissed)
      .when(report('eve'))
      .thenNothing();
  });
  it('fails for reviews that the user cannot read', () => {
    given().when(report('eve')).thenRefused('not_found');
    given(reviewWritten()).when(report('eve')).thenRefused('not_found');
    given(...revealedReviews, reviewRemoved({ revealedRating: 4 }))
      .when(report('eve'))
      .thenRefused('not_found');
    given(...revealedReviews)
      .when(report('eve', 'host'))
      .thenRefused('not_found');
    const [event] = review.decide(report('pavel', 'host'), foldAll(review, revealedReviews));
    expect(event).toMatchObject({
      type: 'ReviewReported',
      data: { side: 'host', reportedBy: 'pavel' },
    });
  });
  it('stops after the maximum number of reports', () => {
    const reports = Array.from({ length: MOST_REPORTS }, (_, n) => reported(`p${n}`));
    given(...revealedReviews, ...reports.slice(1))
      .when(report('eve'))
      .then(reported('eve'));
    given(...revealedReviews, ...reports)
      .when(report('eve'))
      .thenNothing();
  });
  it('opens a report until an admin dismisses it or removes the review', () => {
    const waiting = (...events: ReviewEvent[]) =>
      foldAll(review, [...revealedReviews, ...events])!.player!.reports.length;
    given(...revealedReviews, reported('eve'))
      .when(dismiss)
      .then(dismissed);
    given(...revealedReviews)
      .when(dismiss)
      .thenNothing();
    given().when(dismiss).thenRefused('not_found');
    expect([waiting(reported('eve')), waiting(reported('eve'), dismissed)]).toEqual([1, 0]);
    expect(waiting(reported('eve'), reviewRemoved({ revealedRating: 4 }))).toBe(0);
  });
  it('identifies a review by its booking and side', () => {
    expect(readReviewId(reviewIdOf('booking-1', 'host'))).toEqual({
      bookingId: 'booking-1',
      side: 'host',
    });
    for (const invalidId of ['booking-1', 'booking-1.admin', '.player', ''])
      expect(() => readReviewId(invalidId)).toThrow();
  });
});
