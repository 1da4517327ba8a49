import { describe, expect, it } from '@jest/globals';
import { MOST_BLOCKED } from '@courtly/contracts/blocks';
import { fold, inStream } from '../../../testing/projection.js';
import { specification } from '../../../testing/specification.js';
import { foldAll } from '../../platform/kernel/decider.js';
import type { BlockEvent } from './block.events.js';
import { blocks } from './blocks.js';
import { blocks as readModel } from './blocks.projection.js';
import { contactRefusal, isContactBlocked } from './contact-guard.js';

const given = specification(blocks);
const changedAt = '2027-03-10T12:00:00.000Z';
const limits = { changesPerDay: MOST_BLOCKED + 2 };
const block = (blockedId: string, blockId = `block-${blockedId}`) =>
  ({
    type: 'BlockPerson',
    data: { userId: 'ann', blockId, blockedId, changedAt, limits },
  }) as const;
const end = (blockId: string) =>
  ({ type: 'EndBlock', data: { userId: 'ann', blockId, changedAt, limits } }) as const;
const blocked = (blockedId: string, blockId = `block-${blockedId}`): BlockEvent => ({
  type: 'PersonBlocked',
  data: { userId: 'ann', blockId, blockedId, changedAt },
});
const ended = (blockId: string): BlockEvent => ({
  type: 'BlockEnded',
  data: { userId: 'ann', blockId, changedAt },
});

describe('blocks', () => {
  it('block a person once', () => {
    given().when(block('ben')).then(blocked('ben'));
    given(blocked('ben')).when(block('ben', 'another')).thenNothing();
  });

  it('can be ended, and the person can then be blocked again', () => {
    given(blocked('ben')).when(end('block-ben')).then(ended('block-ben'));
    given(blocked('ben'), ended('block-ben')).when(block('ben')).then(blocked('ben'));
  });

  it('can be ended only if they exist', () => {
    given().when(end('block-ben')).thenRefused('not_found');
    given(blocked('ben'), ended('block-ben')).when(end('block-ben')).thenRefused('not_found');
  });

  it('are limited in number and per day', () => {
    const full = Array.from({ length: MOST_BLOCKED }, (_, index) => blocked(`person-${index}`));
    given(...full)
      .when(block('one more'))
      .thenRefused('fair_use');
    given(...full.slice(1))
      .when(block('one more'))
      .then(blocked('one more'));
    const busy = { ...block('ben'), data: { ...block('ben').data, limits: { changesPerDay: 1 } } };
    given(blocked('cleo')).when(busy).thenRefused('fair_use');
  });

  it('are erased with the person who made them', () => {
    expect(foldAll(blocks, [blocked('')]).blocked).toEqual([]);
    expect(fold(readModel, ...inStream('blocks-ann', blocked(''))).get('ann')).toEqual({
      userId: 'ann',
      blockIds: [],
      blockedIds: [],
    });
  });

  it('are listed newest first', () => {
    const documents = fold(
      readModel,
      ...inStream(
        'blocks-ann',
        blocked('ben'),
        blocked('cleo'),
        blocked('dan'),
        ended('block-cleo'),
      ),
    );
    expect(documents.get('ann')).toEqual({
      userId: 'ann',
      blockIds: ['block-dan', 'block-ben'],
      blockedIds: ['dan', 'ben'],
    });
  });
});

describe('the contact guard', () => {
  const personWith = (userId: string, ...events: BlockEvent[]) => ({
    userId,
    blocks: foldAll(blocks, events),
  });
  it('blocks contact in both directions', () => {
    const [ann, ben] = [personWith('ann', blocked('ben')), personWith('ben')];
    expect(isContactBlocked(ann, ben)).toBe(true);
    expect(isContactBlocked(ben, ann)).toBe(true);
    expect(isContactBlocked(ann, personWith('cleo'))).toBe(false);
    expect(isContactBlocked(personWith('ann', blocked('ben'), ended('block-ben')), ben)).toBe(
      false,
    );
  });
  it('counts only blocks made before the hour', () => {
    const [ann, ben] = [personWith('ann', blocked('ben')), personWith('ben')];
    expect(isContactBlocked(ben, ann, '2027-03-10T12:00:00.001Z')).toBe(true);
    expect(isContactBlocked(ben, ann, changedAt)).toBe(false);
    expect(isContactBlocked(ann, ben, changedAt)).toBe(false);
  });
  it('refuses contact without saying why', () => {
    for (const kind of ['booking', 'message', 'challenge', 'match', 'invitation'] as const)
      expect(contactRefusal(kind).message).not.toMatch(/block/i);
  });
});
