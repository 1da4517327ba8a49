import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { MemberHome } from './member-home';

afterEach(cleanup);

it('greets members by first name, or by username without one', () => {
  mockApi({});
  renderAt('/', <MemberHome user={{ ...robin, username: 'robin.base', firstName: 'Robin' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Robin' })).toBeTruthy();
  cleanup();
  renderAt('/', <MemberHome user={{ ...robin, username: 'robin.base', firstName: '' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'robin.base' })).toBeTruthy();
});
