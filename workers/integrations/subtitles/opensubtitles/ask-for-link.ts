import {Cancelled, isExpected, NotFound, TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../../http/http.ts';
import {type CountedDownload, type ProviderDeps, wasNeverSent} from '../provider-deps.ts';
import {type Api, throwIfRefused} from './api.ts';
import {parseLink, parseQuota, parseUsedUp} from './parse-replies.ts';
import type {InSession, Session} from './sessions.ts';
import type {OpenSubtitlesSettings} from './settings.ts';

interface Parts {
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
export async function askForLink(id: string, {settings, deps, api, inSession}: Parts, signal: AbortSignal) {
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
