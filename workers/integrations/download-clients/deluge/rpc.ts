import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../../http/http.ts';
import {asRecord, asRecords, type JsonRecord, readNumber, readText} from '../../http/read-body.ts';
import {authenticationFailed, baseAddress, largestList, notTheClient, readJson} from '../client-reply.ts';

export const name = 'Deluge';

/** Returns `result`. Throws UpstreamFailed `call_failed` when the daemon refuses the method. */
export type CallDeluge = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

/**
 * Error codes of the web interface without a valid session: unknown method (before the login) and not authenticated.
 */
const sessionErrors: readonly number[] = [1, 2];

/**
 * JSON-RPC of Deluge's web interface. It needs a login with only a password, then a connection from the web interface
 * to its daemon.
 */
export function createDelugeRpc(settings: DownloadClientSettings, http: Http): CallDeluge {
	const url = `${baseAddress(settings.url)}/json`;
	let cookie: string | null = null;
	let id = 0;

	const send = async (method: string, params: readonly unknown[], signal: AbortSignal) => {
		id += 1;
		const reply = await http({
			url,
			network: 'any',
			method: 'POST',
			body: JSON.stringify({method, params, id}),
			signal,
			maxBytes: largestList,
			headers: {'content-type': 'application/json', ...(cookie ? {cookie} : {})},
		});
		return {reply, answer: parseAnswer(reply)};
	};

	const logIn = async (signal: AbortSignal) => {
		const {reply, answer} = await send('auth.login', [settings.password ?? ''], signal);
		if (answer.result !== true) {
			throw authenticationFailed('Deluge refuses this password; enter that of its web interface.');
		}
		cookie = reply.cookies.map(line => line.split(';')[0]!.trim()).join('; '); // split() returns at least one part
		await toDaemon(signal);
	};
	const toDaemon = (signal: AbortSignal) => connect(async (method, params) => (await send(method, params, signal)).answer.result);

	return async (method, params, signal) => {
		if (cookie === null) {
			await logIn(signal);
		}

		let {answer} = await send(method, params, signal);
		if (answer.errorCode !== null && sessionErrors.includes(answer.errorCode)) {
			await logIn(signal);
			({answer} = await send(method, params, signal));
		} else if (mayLackDaemon(answer) && (await toDaemon(signal)) === 'connected anew') {
			({answer} = await send(method, params, signal));
		}

		if (answer.error !== null) {
			throw new UpstreamFailed('call_failed', `${name} says "${answer.error}" to ${method}.`);
		}
		return answer.result;
	};
}

/** Without its daemon the web interface goes on answering: with a list of no torrents, or with errors of its own. */
const mayLackDaemon = ({result, error}: Answer): boolean => error !== null || asRecord(result)?.['connected'] === false;

/** The web interface is separate from the daemon, and after a restart of either it may be connected to none. */
async function connect(
	call: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<'connected anew' | 'was connected'> {
	if ((await call('web.connected', [])) === true) {
		return 'was connected';
	}
	const hosts = await call('web.get_hosts', []);
	const [host] = Array.isArray(hosts) ? hosts.filter(row => Array.isArray(row)) : [];
	if (!host) {
		throw new UpstreamFailed('client_failed', `The web interface of ${name} has no daemon; add one in its connection manager.`);
	}
	await call('web.connect', [host[0]]);
	if ((await call('web.connected', [])) !== true) {
		throw new UpstreamFailed('connection_refused', `The web interface of ${name} cannot reach its daemon; is it running?`);
	}
	return 'connected anew';
}

interface Answer {
	result: unknown;
	error: string | null;
	errorCode: number | null;
}

function parseAnswer(reply: HttpReply): Answer {
	const record: JsonRecord | null = reply.status === 200 ? asRecord(readJson(reply, name)) : null;
	if (!record || !('result' in record)) {
		throw notTheClient(name, reply);
	}
	const error = asRecord(record['error']);
	return {
		result: record['result'],
		error: error && (readText(error, 'message') ?? 'an error'),
		errorCode: error && readNumber(error, 'code'),
	};
}

/** `web.update_ui` returns the rows keyed by hash. */
export function rowsOf(result: unknown): JsonRecord[] {
	const torrents = asRecord(asRecord(result)?.['torrents']);
	return torrents ? asRecords(Object.values(torrents)) : [];
}
