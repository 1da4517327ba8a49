import { afterEach, describe, expect, it } from '@jest/globals';
import type { Paper } from '@courtly/contracts/papers';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, signedOut } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { Footer } from '../../app/footer';
import { PaperPage } from './paper-page';

afterEach(cleanup);

const paper: Paper = {
  name: 'terms',
  title: 'Terms of service',
  version: '2026-11',
  date: '2026-11-30',
  policyId: 'standard-1',
  draftNote: 'Draft.',
  sections: [{ title: 'What Courtly does', paragraphs: ['It is a marketplace.', 'For hours.'] }],
};

describe('a legal document', () => {
  it.each([
    ['/terms', 'terms', 'Terms of service'],
    ['/privacy/', 'privacy', 'Privacy notice'],
    ['/Hosting-Terms', 'hosting-terms', 'Hosting terms'],
    ['/cancellation-policy', 'cancellation-policy', 'Cancellation policy'],
  ])('is shown at %s with its version, and marked as a draft', async (path, name, heading) => {
    mockApi({ 'GET /api/auth/me': signedOut, [`GET /api/papers/${name}`]: () => [200, paper] });
    renderAt(path, <PaperPage />);
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect((await screen.findByRole('note')).textContent).toBe(paper.draftNote);
    expect(screen.getByText('Version 2026-11, Nov 30, 2026')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'What Courtly does' })).toBeTruthy();
    expect(screen.getByText('For hours.')).toBeTruthy();
  });

  it('has no note once it has been reviewed', async () => {
    mockApi({ 'GET /api/papers/terms': () => [200, { ...paper, draftNote: '' }] });
    renderAt('/terms', <PaperPage />);
    await screen.findByText('For hours.');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('can be loaded again after an error', async () => {
    let works = false;
    mockApi({
      'GET /api/papers/terms': () =>
        works ? [200, paper] : [404, { code: 'not_found', message: 'Not published.' }],
    });
    renderAt('/terms', <PaperPage />);
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    works = true;
    await userEvent.click(retry);
    expect(await screen.findByText('For hours.')).toBeTruthy();
  });

  it('is linked from the footer', () => {
    renderAt('/', <Footer />);
    const links = ['Terms', 'Privacy', 'Cancellation', 'Hosting Terms'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(links).toEqual(['/terms', '/privacy', '/cancellation-policy', '/hosting-terms']);
  });
});
