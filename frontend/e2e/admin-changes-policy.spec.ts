import { expectAccessible } from './accessible';
import { PASSWORD } from './api';
import { expect, test } from './journey';
import { toastWith } from './steps';

/** The change is rejected, so that it affects no other journey. */
test('an admin asks for a policy change, which an admin they appointed can only reject', async ({
  join,
  signIn,
  expected,
}) => {
  expected.push(/^403 POST \/api\/admin\/confirmations\/.*\/approvals$/);
  const { page, api } = await signIn('avery');
  const appointed = await join('Amos');
  await api.giveRole(appointed.me.id, 'admin');
  await appointed.api.signIn(appointed.me.email, PASSWORD);
  const reason = `Slower reviews, says ${appointed.me.username}.`;

  await page.goto('/admin/policies');
  await page.getByRole('button', { name: 'Change Policy' }).click();
  const request = page.getByRole('button', { name: 'Request Confirmation' });
  await expect(request).toBeDisabled();
  await page.getByLabel(/^Response time for applications/).fill('72');
  const difference = page.getByRole('table', { name: 'Changes in this draft' });
  await expect(difference.getByRole('row', { name: /48 hours 72 hours/ })).toBeVisible();
  await page.getByLabel('Reason').fill(reason);
  await expectAccessible(page, 'the draft of a policy');
  await request.click();
  await expect(toastWith(page, 'Another admin has to confirm this')).toBeVisible();

  await appointed.page.goto('/admin/approvals');
  const waiting = appointed.page
    .getByRole('list', { name: 'Waiting requests' })
    .getByRole('listitem')
    .filter({ hasText: reason });
  await expect(waiting.getByRole('row', { name: /48 hours 72 hours/ })).toBeVisible();
  await waiting.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(toastWith(appointed.page, 'Not completed')).toBeVisible();
  await waiting.getByRole('button', { name: 'Reject' }).click();
  const dialog = appointed.page.getByRole('dialog', { name: 'End this request?' });
  await dialog.getByLabel('Reason').fill('We are fast enough.');
  await dialog.getByRole('button', { name: 'End Request' }).click();
  await expect(waiting).toHaveCount(0);

  await page.goto('/admin/approvals');
  const decided = page
    .getByRole('list', { name: 'Decided requests' })
    .getByRole('listitem')
    .filter({ hasText: reason });
  await expect(decided).toContainText('We are fast enough.');
});
