import {Invalid, NotFound, UpstreamFailed} from '#shared/errors.ts';
import {fetchFile} from '../fetch-file.ts';
import type {ProviderDeps} from '../provider-deps.ts';
import type {SubtitleProviderClient} from '../subtitle-provider.ts';
import {type Api, createApi, throwIfRefused} from './api.ts';
import {askForLink} from './ask-for-link.ts';
import {parseLogin, parseMessage, parseUser} from './parse-replies.ts';
import {searchOpenSubtitles} from './search.ts';
import {createSessions, type InSession, type Session} from './sessions.ts';
import {addressAfterLogin, type OpenSubtitlesSettings} from './settings.ts';

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
