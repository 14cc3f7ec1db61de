import type {Leases} from '#shared/coordination/lease.ts';
import {hourMs} from '#shared/domain/durations.ts';
import type {ListTokens} from '#shared/domain/import-lists/sign-in.ts';
import {Invalid, Unavailable} from '#shared/errors.ts';
import type {ListAccount} from '#shared/store/providers/list-sign-ins.ts';
import type {ImportListStore} from '#shared/store/providers/provider-stores.ts';

export type ListAccounts = ReturnType<typeof createListAccounts>;

/** Milliseconds before their end at which tokens are renewed, and for which another renewal is waited for. */
const renewedBeforeMs = hourMs;
const maxWaitMs = 30_000;

/** Makes new tokens out of a refresh token. Throws Invalid if the service does not take it. */
export type Exchange = (refreshToken: string) => Promise<ListTokens>;

/** The accounts that people have signed in to, with tokens that are valid. */
export function createListAccounts({
	importLists,
	leases,
	now,
}: {
	importLists: Pick<ImportListStore, 'signIns'>;
	leases: Leases;
	now(): Date;
}) {
	const {signIns} = importLists;

	/**
	 * Every refresh token is good for one use, so only one worker uses it, and what it gets is stored before anybody
	 * uses that. Nothing stops it in between.
	 */
	async function renew(listId: string, seen: ListAccount, exchange: Exchange, signal: AbortSignal): Promise<ListAccount> {
		const renewed = await leases.with(`import-list-account:${listId}`, {signal, maxWaitMs}, async () => {
			const current = await signIns.account(listId);
			if (current === null) {
				throw signInNeeded();
			}
			const {refreshToken, accessToken} = current.tokens;
			if (accessToken !== seen.tokens.accessToken) {
				return current;
			}
			if (refreshToken === null) {
				throw signInNeeded();
			}
			const tokens = await exchange(refreshToken);
			if (!(await signIns.renew(listId, current.id, tokens))) {
				throw signInNeeded();
			}
			return {...current, tokens};
		});
		if (renewed === null) {
			throw new Unavailable('list_busy', 'Another worker renews the access to this account.');
		}
		return renewed;
	}

	const isEnding = ({expiresAt}: ListTokens) => expiresAt !== null && Number(new Date(expiresAt)) - renewedBeforeMs <= Number(now());

	return {
		/** Null if it is not signed in. */
		async open(listId: string, exchange: Exchange, signal: AbortSignal): Promise<ListAccount | null> {
			const account = listId === '' ? null : await signIns.account(listId);
			return account && isEnding(account.tokens) && account.tokens.refreshToken !== null
				? renew(listId, account, exchange, signal)
				: account;
		},
		renew,
	};
}

export function signInNeeded(): Invalid {
	return new Invalid('sign_in_needed', 'Sign in to the account of this list: it is not signed in, or the service no longer accepts it.');
}
