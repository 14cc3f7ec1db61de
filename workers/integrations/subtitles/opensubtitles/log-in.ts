import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {ProviderDeps} from '../provider-deps.ts';
import {type Api, throwIfRefused} from './api.ts';
import {parseLogin, parseMessage} from './parse-replies.ts';
import type {Session} from './sessions.ts';
import {addressAfterLogin, type OpenSubtitlesSettings} from './settings.ts';

/**
 * One login. A wrong password is tried once only, because the provider locks out callers who go on.
 * Throws Invalid `authentication_failed`.
 */
export async function logIn(
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
