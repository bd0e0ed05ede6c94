/** Requests about one's own account: sign-ins, recovery codes, passkeys, export. */

import type { Passkeys } from '../wire/Passkeys';
import type { PasskeyChallenge } from '../wire/PasskeyChallenge';
import type { RecoveryCodes } from '../wire/RecoveryCodes';
import type { SignInInfo } from '../wire/SignInInfo';
import { apiPath, request } from './api';

/** Where the browser saves everything that the server keeps of a person. */
export const exportPath = apiPath('me/export');

export async function signIns(): Promise<SignInInfo[]> {
  return (await request('GET', apiPath('sessions'))).json() as Promise<SignInInfo[]>;
}

export const endSignIn = (id: string) => request('DELETE', apiPath(`sessions/${encodeURIComponent(id)}`));

/** New recovery codes; the old ones count no more. */
export async function newRecoveryCodes(password: string): Promise<string[]> {
  const response = await request('POST', apiPath('me/recovery-codes'), { password });
  return ((await response.json()) as RecoveryCodes).codes;
}

export const recover = (name: string, code: string, password: string) =>
  request('POST', apiPath('recovery'), { name, code, password });

export async function passkeys(): Promise<Passkeys> {
  return (await request('GET', apiPath('me/passkeys'))).json() as Promise<Passkeys>;
}

export const removePasskey = (id: string) => request('DELETE', apiPath(`me/passkeys/${encodeURIComponent(id)}`));

/** Whether this browser can use passkeys at all. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Makes a passkey in this device and adds it to the account. */
export async function addPasskey(password: string, name: string): Promise<void> {
  const { id, options } = await challenge('me/passkeys', { password });
  const { publicKey } = options as { publicKey: PublicKeyCredentialCreationOptionsJSON };
  const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
  await request('PUT', apiPath('me/passkeys'), { id, name, answer: (made as PublicKeyCredential).toJSON() });
}

/** Signs in by a passkey of this device. */
export async function signInByPasskey(name: string, takeGames: boolean): Promise<void> {
  const { id, options } = await challenge('passkeys/challenge', { name });
  const { publicKey } = options as { publicKey: PublicKeyCredentialRequestOptionsJSON };
  const used = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
  await request('POST', apiPath('passkeys/sign-in'), {
    id,
    answer: (used as PublicKeyCredential).toJSON(),
    take_games: takeGames,
  });
}

async function challenge(path: string, body: unknown): Promise<PasskeyChallenge> {
  return (await request('POST', apiPath(path), body)).json() as Promise<PasskeyChallenge>;
}
