import { describe, expect, it } from '@jest/globals';
import { catalogLike } from '../../testing/catalog';
import { playerSteps, priceExample } from './how-it-works-content';

const textOf = (title: string, catalog?: Parameters<typeof playerSteps>[0]) =>
  playerSteps(catalog).find((step) => step.title === title)!.text;

describe('the example of a price', () => {
  it('follows the fees of the policy in force', () => {
    const amounts = (changes: Parameters<typeof catalogLike>[0]) =>
      priceExample(catalogLike(changes)).map(({ amount }) => amount);
    expect(amounts({})).toEqual(['300.00', '30.00', '330.00', '33.00', '297.00']);
    expect(amounts({ feeShare: 800, payoutShare: 9_500 })).toEqual([
      '300.00',
      '24.00',
      '324.00',
      '39.00',
      '285.00',
    ]);
  });
});

describe('the steps for players', () => {
  it('name the periods and fees of the policy in force', () => {
    const catalog = catalogLike({ hostAnswerMinutes: 720, lateRefundShare: 7_500 });
    expect(textOf('Hear from the host', catalog)).toContain('within 12 hours');
    expect(textOf('Play, or change your mind', catalog)).toContain(
      'Cancel for free up to 24 hours before; after that, a 25% fee applies.',
    );
  });

  it('mention no fee if a late cancellation is free, too', () =>
    expect(textOf('Play, or change your mind', catalogLike({ lateRefundShare: 10_000 }))).toMatch(
      /You can cancel for free until the hour starts\.$/,
    ));

  it('have no numbers before the policy has loaded', () => {
    for (const { text } of playerSteps(undefined)) expect(text).not.toMatch(/\d/);
    expect(textOf('Hear from the host')).toContain('within a set time');
    expect(textOf('Play, or change your mind')).toContain('after that, a fee applies.');
  });
});
