/** The account page: sign-ins, recovery codes, passkeys, export. */

import { expect, expectAccessible, test } from './house.ts';

const PASSWORD = 'correct horse battery';

function newName(): string {
  return `ada-${Math.random().toString(36).slice(2, 10)}`;
}

test('sign-ins are listed, and ended one by one', async ({ page, somebody }) => {
  const data = { name: newName(), password: PASSWORD };
  await page.request.post('/api/accounts', { data });
  const elsewhere = await somebody();
  await elsewhere.request.post('/api/session', { data });
  await page.goto('/account');
  await expect(page.getByText('(this one)')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Sign out .+/ }).filter({ hasNotText: 'devices' }).click();
  await expect(page.getByText('Signed out there.')).toBeVisible();
  expect(await (await elsewhere.request.get('/api/me')).json()).toBeNull();
});

test('a recovery code sets a new password', async ({ page, somebody }) => {
  const name = newName();
  await page.request.post('/api/accounts', { data: { name, password: PASSWORD } });
  await page.goto('/account');
  await page.getByText('Recovery codes', { exact: true }).click();
  const codes = page.locator('details', { hasText: 'Make new codes' });
  await codes.getByLabel('Your password').fill(PASSWORD);
  await codes.getByRole('button', { name: 'Make new codes' }).click();
  await expect(codes.locator('code')).toHaveCount(10);
  await expectAccessible(page);
  const code = await codes.locator('code').first().innerText();
  const forgetful = await somebody();
  await forgetful.goto('/account');
  await forgetful.getByLabel('Name').fill(name);
  await forgetful.getByRole('button', { name: 'Forgot your password?' }).click();
  await forgetful.getByLabel('Recovery code').fill(code);
  await forgetful.getByLabel('New password').fill('battery staple horse');
  await expectAccessible(forgetful);
  await forgetful.getByRole('button', { name: 'Set the new password' }).click();
  await expect(forgetful.getByRole('heading', { name })).toBeVisible();
  expect(await (await page.request.get('/api/me')).json()).toBeNull();
});

test('a person signs in by a passkey, and exports everything', async ({ page, house }) => {
  const name = newName();
  // Browsers make passkeys for names only.
  const home = `http://localhost:${house.address.split(':')[1]}`;
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${home}/account`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('Passkeys', { exact: true }).click();
  const passkeys = page.locator('details', { hasText: 'Add a passkey' });
  await passkeys.getByLabel('Name of this device').fill('My laptop');
  await passkeys.getByLabel('Your password').fill(PASSWORD);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByText('My laptop')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByText('Recovery codes', { exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Download everything' }).click();
  expect((await download).suggestedFilename()).toBe('tilewright-export.jsonl');
  await page.getByText('Passkeys', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
});

test('the host removes a player who has not begun, and hints need everybody', async ({ page, somebody }) => {
  const opened = await page.request.post('/api/tables', { data: { game: 'coerceo', players: ['me', 'open'] } });
  const { id } = (await opened.json()) as { id: string };
  const friend = await somebody();
  await friend.request.post('/api/tables', { data: { game: 'coerceo', players: ['me', 'open'] } });
  await friend.request.post(`/api/tables/${id}/actions`, { data: { type: 'sit' } });
  await page.goto(`/tables/${id}`);
  await page.getByRole('button', { name: /^Remove Guest/ }).click();
  await expect(page.locator('.status')).not.toContainText('Your turn');
  const again = await friend.request.post(`/api/tables/${id}/actions`, { data: { type: 'sit' } });
  expect(again.status()).toBe(403);
});
