import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../../http/http.ts';
import {asRecord, type JsonRecord, readText} from '../../http/read-body.ts';
import {authenticationFailed, baseAddress, largestList, notTheClient, readJson, unexpectedStatus} from '../client-reply.ts';

export const name = 'Transmission';

/** Returns the `arguments` of the reply. */
export type CallTransmission = (method: string, args: Record<string, unknown>, signal: AbortSignal) => Promise<JsonRecord>;

/** The session id may change at any time. Two retries with a new id are enough for a working server. */
const tries = 3;

const refusals: Record<number, string> = {
	401: 'Transmission refuses this user name and password.',
	403: 'Transmission does not allow our address; add it to its "rpc-whitelist".',
	421: 'Transmission does not answer under this host name; add it to its "rpc-host-whitelist".',
};

/** The RPC, with Basic credentials and the session id that Transmission sends with a 409. */
export function createTransmissionRpc(settings: DownloadClientSettings, http: Http): CallTransmission {
	const url = rpcAddress(settings.url);
	const {username, password} = settings;
	const credentials = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64');
	let sessionId = '';

	const send = (body: string, signal: AbortSignal) =>
		http({
			url,
			network: 'any',
			method: 'POST',
			body,
			signal,
			maxBytes: largestList,
			headers: {
				'content-type': 'application/json',
				'x-transmission-session-id': sessionId,
				...(username ? {authorization: `Basic ${credentials}`} : {}),
			},
		});

	return async (method, args, signal) => {
		const body = JSON.stringify({method, arguments: args});
		for (let attempt = 0; attempt < tries; attempt += 1) {
			const reply = await send(body, signal);
			if (reply.status !== 409) {
				return parseAnswer(method, reply);
			}
			sessionId = reply.headers['x-transmission-session-id'] ?? '';
		}

		throw new UpstreamFailed('client_failed', `${name} starts a new session with every call; does a proxy in between drop the header?`);
	};
}

/** Transmission's default path, unless the settings name another one. */
function rpcAddress(url: string | null): string {
	const base = baseAddress(url);
	if (base.endsWith('/rpc')) {
		return base;
	}
	return new URL(base).pathname === '/' ? `${base}/transmission/rpc` : `${base}/rpc`;
}

function parseAnswer(method: string, reply: HttpReply): JsonRecord {
	const refusal = refusals[reply.status];
	if (refusal) {
		throw authenticationFailed(refusal);
	}
	if (reply.status >= 500) {
		throw unexpectedStatus(name, reply);
	}
	const answer = reply.status === 200 ? asRecord(readJson(reply, name)) : null;
	const result = answer && readText(answer, 'result');
	if (!answer || result === null) {
		throw notTheClient(name, reply);
	}
	if (result !== 'success') {
		const code = method === 'torrent-add' ? 'download_refused' : 'client_failed';
		throw new UpstreamFailed(code, `${name} says "${result}" to ${method}.`);
	}
	return asRecord(answer['arguments']) ?? {};
}
