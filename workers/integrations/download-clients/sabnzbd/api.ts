import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../../http/http.ts';
import {asRecord, type JsonRecord, readText} from '../../http/read-body.ts';
import {authenticationFailed, baseAddress, largestList, notTheClient, readJson, unexpectedStatus} from '../client-reply.ts';

export const name = 'SABnzbd';

export interface SabnzbdCall {
	signal: AbortSignal;
	body?: Uint8Array;
	contentType?: string;
}

export type CallSabnzbd = (mode: string, params: Record<string, string>, call: SabnzbdCall) => Promise<JsonRecord>;

/**
 * SABnzbd's API, with the API key, or with user name and password when there is no key. Errors arrive with status 200.
 */
export function createSabnzbdApi(settings: DownloadClientSettings, http: Http): CallSabnzbd {
	const base = baseAddress(settings.url);
	const credentials = settings.apiKey
		? {apikey: settings.apiKey}
		: {ma_username: settings.username ?? '', ma_password: settings.password ?? ''};
	return async (mode, params, {signal, body, contentType}) => {
		const query = new URLSearchParams({mode, output: 'json', ...credentials, ...params});
		const reply = await http({
			url: `${base}/api?${query}`,
			network: 'any',
			signal,
			maxBytes: largestList,
			...(body && {method: 'POST' as const, body, headers: {'content-type': contentType ?? ''}}),
		});
		return parseAnswer(mode, reply);
	};
}

function parseAnswer(mode: string, reply: HttpReply): JsonRecord {
	if (reply.status === 401 || reply.status === 403) {
		throw authenticationFailed(`${name} refuses this API key.`);
	}
	if (reply.status >= 500) {
		throw unexpectedStatus(name, reply);
	}
	const text = reply.body.toString('utf8').trim();
	const answer = text.startsWith('error:') ? {error: text.slice('error:'.length).trim()} : asRecord(readJson(reply, name));
	if (!answer || reply.status !== 200) {
		throw notTheClient(name, reply);
	}
	const error = readText(answer, 'error');
	if (error) {
		throw toFailure(error, mode);
	}
	return answer;
}

function toFailure(error: string, mode: string) {
	if (/api ?key|authentication|username|password/i.test(error)) {
		return authenticationFailed(`${name} says "${error}"; enter its full API key, as the NZB key cannot read.`);
	}
	return new UpstreamFailed(mode === 'addfile' ? 'download_refused' : 'client_failed', `${name} says "${error}" to ${mode}.`);
}
