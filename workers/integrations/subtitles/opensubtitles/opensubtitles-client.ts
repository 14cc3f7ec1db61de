import {Cancelled, Invalid, isExpected, NotFound, TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../../http/http.ts';
import {fetchFile} from '../fetch-file.ts';
import {type CountedDownload, type ProviderDeps, type SubtitleProviderClient, wasNeverSent} from '../subtitle-provider.ts';
import {
	type Api,
	addressAfterLogin,
	createApi,
	createSessions,
	type InSession,
	type OpenSubtitlesSettings,
	type Session,
	throwIfRefused,
} from './api.ts';
import {parseLink, parseLogin, parseMessage, parseQuota, parseUsedUp, parseUser} from './parse-replies.ts';
import {searchOpenSubtitles} from './search.ts';

export function createOpenSubtitles(settings: OpenSubtitlesSettings, deps: ProviderDeps): SubtitleProviderClient {
	const api = createApi(settings, deps);
	const sessions = createSessions(settings, deps);
	const login = (signal: AbortSignal) => logIn(settings, {...deps, api}, signal);
	// Without an account the key alone opens the search.
	const session = async (signal: AbortSignal) => {
		const guarded = async () => {
			await deps.ensureLoginAllowed();
			return login(signal);
		};
		return settings.username ? sessions.get(guarded, signal) : null;
	};
	const inSession: InSession = async (ask, signal) => {
		const first = await session(signal);
		const reply = await ask(first);
		if (reply.status !== 401 || !first) {
			return reply;
		}
		await sessions.forget(first);
		return ask(await session(signal));
	};

	return {
		async search(criteria, signal) {
			const known = await session(signal);
			const ask = async (path: string) => {
				const reply = await api.send({path, ...(known && {url: known.url})}, signal);
				if (reply.status !== 400) {
					throwIfRefused(reply, settings.name, deps.now());
				}
				return reply;
			};
			return searchOpenSubtitles(criteria, {ask, provider: settings});
		},
		async download({id}, signal) {
			const fetched = async () => {
				const {link, name} = await askForLink(id, {settings, deps, api, inSession}, signal);
				const timeoutMs = settings.timeoutSeconds * 1000;
				return {name, bytes: await fetchFile({link, providerUrl: settings.url, timeoutMs, now: deps.now(), signal}, deps.http)};
			};
			try {
				return await fetched();
			} catch (error) {
				// Links live for a few minutes only.
				if (error instanceof NotFound && error.code === 'link_expired') {
					return fetched();
				}
				throw error;
			}
		},
		async test(signal) {
			if (!settings.username) {
				throwIfRefused(await api.send({path: 'infos/formats'}, signal), settings.name, deps.now());
				return {version: 'v1', details: ['The API key works. Downloads need the name and password of an account.']};
			}
			const fresh = await login(signal);
			if (settings.id) {
				await sessions.set(fresh);
			}
			return {version: 'v1', details: await describe(fresh, {settings, deps, api}, signal)};
		},
	};
}

interface Parts {
	settings: OpenSubtitlesSettings;
	deps: ProviderDeps;
	api: Api;
}

async function describe({token, url}: Session, {settings, deps, api}: Parts, signal: AbortSignal): Promise<string[]> {
	const reply = await api.send({path: 'infos/user', token, url}, signal);
	throwIfRefused(reply, settings.name, deps.now());
	const user = parseUser(reply.body);
	const left = user && user.remaining !== null ? `${user.remaining} of ${user.allowed ?? 'all'} downloads are left.` : null;
	return [user?.level ? `Level of the account: ${user.level}.` : null, left].filter(line => line !== null);
}

/**
 * One login. A wrong password is tried only once, because the provider locks out callers that repeat it. Throws Invalid
 * `authentication_failed`.
 */
async function logIn(
	{name, url, username, password}: OpenSubtitlesSettings,
	{api, rates, now, noteLoginRefused}: Pick<ProviderDeps, 'rates' | 'now' | 'noteLoginRefused'> & {api: Api},
	signal: AbortSignal,
): Promise<Session> {
	await rates.login(api.host, signal);
	const reply = await api.send({path: 'login', body: {username, password}}, signal);
	if (reply.status === 401 || reply.status === 400) {
		await noteLoginRefused();
		const said = parseMessage(reply.body);
		throw new Invalid('authentication_failed', `${name} refuses the name or password. Correct them.${said ? ` It says: ${said}.` : ''}`);
	}
	throwIfRefused(reply, name, now());
	const login = parseLogin(reply.body);
	if (!login) {
		throw new UpstreamFailed('wrong_protocol', `${name} does not answer a login like OpenSubtitles. Check its address.`);
	}
	return {token: login.token, url: addressAfterLogin(url, login.host)};
}

interface Asking {
	settings: OpenSubtitlesSettings;
	deps: ProviderDeps;
	api: Api;
	inSession: InSession;
}

/** Refusals by which the provider certainly gave nothing: wrong request, old token, bad key, unknown file, limits. */
const notCounted: readonly number[] = [400, 401, 403, 404, 406, 429];

/**
 * Asks for the address of a subtitle, which uses up one download. It is counted before it is sent, and stays counted if
 * its outcome is unknown. Throws TooMany `quota_used_up`, NotFound `link_expired` or `subtitle_gone`.
 */
async function askForLink(id: string, {settings, deps, api, inSession}: Asking, signal: AbortSignal) {
	const reply = await inSession(async session => {
		await api.waitForSlot(signal);
		const counted = await deps.quota.take({tellsQuota: true}, signal);
		return sendCounted(counted, () => send(id, session, signal));
	}, signal);

	function send(fileId: string, session: Session | null, until: AbortSignal): Promise<HttpReply> {
		const body = {file_id: Number(fileId), sub_format: 'srt'};
		return api.send({path: 'download', body, hasSlot: true, ...(session && {token: session.token, url: session.url})}, until);
	}

	const now = deps.now();
	const name = settings.name;
	if (reply.status === 406) {
		const word = parseUsedUp(reply.body, now);
		const {resetAt} = word;
		await deps.quota.learn(word);
		const seconds = Math.ceil((resetAt.getTime() - now.getTime()) / 1000);
		throw new TooMany('quota_used_up', `${name} allows no more downloads until ${resetAt.toISOString()}.`, seconds);
	}
	const word = reply.status === 200 ? parseQuota(reply.body, now) : null;
	await (word ? deps.quota.learn(word) : deps.quota.settle());
	if (reply.status === 410) {
		throw new NotFound('link_expired', `The address of the subtitle at ${name} has expired. Try again.`);
	}
	if (reply.status === 404 || reply.status === 400) {
		throw new NotFound('subtitle_gone', `${name} no longer has this subtitle. Search again.`);
	}
	throwIfRefused(reply, name, now);
	const link = parseLink(reply.body);
	if (!link) {
		throw new UpstreamFailed('provider_failed', `${name} gives no address for the subtitle. Choose another one.`);
	}
	return link;
}

async function sendCounted(counted: CountedDownload, send: () => Promise<HttpReply>): Promise<HttpReply> {
	try {
		const reply = await send();
		if (notCounted.includes(reply.status)) {
			await counted.giveBack();
		}
		return reply;
	} catch (error) {
		if (isExpected(error) && !(error instanceof Cancelled) && wasNeverSent(error)) {
			await counted.giveBack();
		}
		throw error;
	}
}
