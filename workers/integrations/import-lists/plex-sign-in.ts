import {secondMs} from '#shared/domain/durations.ts';
import {type ImportListSettings, importListKinds} from '#shared/domain/import-lists/import-list.ts';
import {Cancelled, isExpected, UpstreamFailed} from '#shared/errors.ts';
import {asRecord, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';
import type {ImportListDeps, OpenSignIn, SignInAnswer} from './import-list-client.ts';
import {askSource} from './read-list.ts';

const accountsUrl = 'https://plex.tv';
const verificationUrl = 'https://plex.tv/link';
/** Seconds between two questions, and for which a code counts if Plex does not say. */
const intervalSeconds = 3;
const usualSeconds = 900;
const timeoutMs = 20_000;

/** What Plex shows in the list of the account's devices; each list is one. */
export const plexHeaders = ({id}: {id: string}) => ({
	accept: 'application/json',
	'x-plex-client-identifier': `kinoteka-${id}`,
	'x-plex-product': 'Kinoteka',
});

/** Where accounts are. With another address, there is something between us and Plex. */
const accountsOf = (url: string) => (url === importListKinds.plexWatchlist.usualUrl ? accountsUrl : url.replace(/\/+$/, ''));

/** Plex forgets an access that its accounts have not heard of for some weeks, and reading lists does not count. */
export async function keepSignedIn(
	{id, url}: Pick<ImportListSettings, 'id' | 'url'>,
	accessToken: string,
	{deps, signal}: {deps: Pick<ImportListDeps, 'http' | 'now'>; signal: AbortSignal},
): Promise<void> {
	const headers = {...plexHeaders({id}), 'x-plex-token': accessToken};
	const request = {url: `${accountsOf(url)}/api/v2/ping`, headers, timeoutMs, redirects: 0, signal};
	await askSource(request, deps).catch(error => {
		// Whether the list can be read is said by the list.
		if (!isExpected(error) || error instanceof Cancelled) {
			throw error;
		}
	});
}

/** A code of four letters that a person enters at plex.tv. The access does not end while it is used. */
export const createPlexSignIn: OpenSignIn = (settings, deps) => {
	const base = accountsOf(settings.url);
	const ask = async (path: string, how: {method: 'GET' | 'POST'; signal?: AbortSignal}) => {
		const request = {url: `${base}/api/v2/${path}`, headers: plexHeaders(settings), timeoutMs, redirects: 0, ...how};
		return asRecord(parseJson((await askSource(request, deps, {404: gone, 410: gone})).body)) ?? {};
	};
	return {
		async start(signal) {
			const pin = await ask('pins', {method: 'POST', signal});
			const [number, userCode] = [readNumber(pin, 'id'), readText(pin, 'code')];
			if (number === null || !userCode) {
				throw new UpstreamFailed('wrong_protocol', 'This is not Plex. Check the address of the list, or leave it out.');
			}
			return {deviceCode: String(number), userCode, verificationUrl, expiresAt: endOf(pin, deps.now()), intervalSeconds};
		},
		async ask(deviceCode): Promise<SignInAnswer> {
			try {
				const accessToken = readText(await ask(`pins/${encodeURIComponent(deviceCode)}`, {method: 'GET'}), 'authToken');
				return accessToken
					? {state: 'done', tokens: {accessToken, refreshToken: null, expiresAt: null}}
					: {state: 'waiting', slower: false};
			} catch (error) {
				if (error instanceof UpstreamFailed && error.code === 'code_gone') {
					return {state: 'expired', message: error.message};
				}
				throw error;
			}
		},
	};
};

const gone = () => new UpstreamFailed('code_gone', 'The code has expired. Sign in again.');

const endOf = (pin: JsonRecord, now: Date) =>
	new Date(Number(now) + (readNumber(pin, 'expiresIn') ?? usualSeconds) * secondMs).toISOString();
