import {setImmediate} from 'node:timers/promises';
import {wait} from '#shared/coordination/wait.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {type MoveProgram, programNames} from '#shared/domain/moves/move.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {type Http, type HttpReply, redirectStatuses} from '../http/http.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';

/** Where a program answers, and what it wants to see. */
export interface ProgramAddress {
	program: MoveProgram;
	url: string;
	apiKey: string;
}

export interface AskOptions {
	http: Http;
	signal: AbortSignal;
	/** Milliseconds until a request that failed is sent again. */
	retryMs?: readonly number[];
}

export type ProgramApi = ReturnType<typeof askProgram>;

/** Where each API begins, and its list of titles may take. Lists are not paged: one of 3,500 movies took 30 s. */
const paths: Readonly<Record<MoveProgram, string>> = {radarr: 'api/v3', sonarr: 'api/v3', prowlarr: 'api/v1', bazarr: 'api'};
const usual = {timeoutMs: 30_000, maxBytes: 20 * 1024 * 1024};
const large = {timeoutMs: 10 * minuteMs, maxBytes: 256 * 1024 * 1024};
const retryMs = [1000, 5000];
const pageSize = 1000;
/** Pages of a thousand rows; the history here has no more. */
const maxPages = 5000;
/** Elements of a list that are parsed before others get their turn. */
const together = 50;

/**
 * Asks one of the programs. Only GET is sent. Throws Invalid `authentication_failed`, UpstreamFailed `wrong_protocol`
 * and `upstream_failed`, and those of `Http`.
 */
export function askProgram({program, url, apiKey}: ProgramAddress, {http, signal, retryMs: waits = retryMs}: AskOptions) {
	const name = programNames[program];
	const base = `${url.replace(/\/+$/, '')}/${paths[program]}`;
	const headers = {'x-api-key': apiKey, accept: 'application/json'};

	async function send(path: string, limits: typeof usual): Promise<HttpReply> {
		for (const after of [...waits, null]) {
			const request = {url: `${base}/${path}`, headers, ...limits, network: 'any', signal} as const;
			try {
				const reply = await http(request);
				if (reply.status < 500 || after === null) {
					return reply;
				}
			} catch (error) {
				// A program that starts again, or a short outage of the network, ends nothing.
				if (after === null || !(error instanceof UpstreamFailed) || !passing.has(error.code)) {
					throw error;
				}
			}
			await wait(after, signal);
		}
		throw new UpstreamFailed('upstream_failed', `${name} does not answer. Try again later.`);
	}

	/** Null for what the version of the program does not have. */
	async function body(path: string, limits: typeof usual): Promise<Buffer | null> {
		const reply = await send(path, limits);
		if (reply.status === 404) {
			return null;
		}
		throwIfNoAnswer(reply, name);
		return reply.body;
	}

	async function get(path: string, limits = usual): Promise<unknown> {
		const found = await body(path, limits);
		const read = found && parseJson(found);
		if (found && (typeof read !== 'object' || read === null)) {
			throw noJson(name);
		}
		return read;
	}

	return {
		name,
		get,
		/** Throws for another program than is expected. */
		async status(): Promise<JsonRecord> {
			const reply = asRecord(await get('system/status'));
			const status = program === 'bazarr' ? asRecord(reply?.['data']) : reply;
			const theirs = status && (program === 'bazarr' ? status['bazarr_version'] && 'Bazarr' : readText(status, 'appName'));
			if (!status || theirs !== name) {
				throw new UpstreamFailed(
					'wrong_protocol',
					`This is ${typeof theirs === 'string' && theirs !== '' ? theirs : 'another program'} and no ${name}. Check the address.`,
				);
			}
			return status;
		},
		/** A small list. */
		list: async (path: string): Promise<JsonRecord[]> => asRecords(await get(path)),
		/** A long list without pages, some elements at a time, so that its whole is never in memory as objects. */
		async *elements(path: string): AsyncGenerator<JsonRecord[]> {
			const found = await body(path, large);
			if (found === null) {
				return;
			}
			let batch: JsonRecord[] = [];
			for (const text of elementsOf(found, name)) {
				const record = asRecord(parseJson(text));
				record && batch.push(record);
				if (batch.length >= together) {
					yield batch;
					batch = [];
					await setImmediate(undefined, {signal});
				}
			}
			yield batch;
		},
		/** All pages of a list. */
		async *pages(path: string): AsyncGenerator<JsonRecord[]> {
			for (let page = 1; page <= maxPages; page += 1) {
				const reply = asRecord(await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=${pageSize}`, large));
				const records = asRecords(reply?.['records']);
				yield records;
				if (!reply || records.length === 0 || page * pageSize >= (readNumber(reply, 'totalRecords') ?? 0)) {
					return;
				}
			}
		},
		/** All pages of a list of Bazarr. */
		async *data(path: string): AsyncGenerator<JsonRecord[]> {
			for (let start = 0; start < maxPages * pageSize; start += pageSize) {
				const reply = asRecord(await get(`${path}${path.includes('?') ? '&' : '?'}start=${start}&length=${pageSize}`, large));
				const records = asRecords(reply?.['data']);
				yield records;
				if (!reply || records.length < pageSize || start + pageSize >= (readNumber(reply, 'total') ?? 0)) {
					return;
				}
			}
		},
	};
}

const passing: ReadonlySet<string> = new Set(['connection_refused', 'connection_failed', 'timed_out']);

function throwIfNoAnswer({status, headers, body}: HttpReply, name: string): void {
	if (status === 401 || status === 403) {
		throw new Invalid('authentication_failed', `${name} refuses the API key (${status}). It is in its settings under General.`);
	}
	if (redirectStatuses.includes(status)) {
		throw new UpstreamFailed(
			'wrong_protocol',
			`${name} leads to another address (${headers['location']?.split('?')[0]?.slice(0, 200) ?? status}). Enter the one that its page has, with its URL base.`,
		);
	}
	if (status >= 500) {
		throw new UpstreamFailed('upstream_failed', `${name} failed (${status}). Try again later; its log says more.`);
	}
	if (status !== 200) {
		throw new UpstreamFailed('wrong_protocol', `This is no ${name} (${status}). Check the address.`);
	}
	if (/^\s*</.test(body.subarray(0, 100).toString('latin1'))) {
		throw noJson(name);
	}
}

const noJson = (name: string) =>
	new UpstreamFailed(
		'wrong_protocol',
		`A page came instead of an answer of ${name}, such as the login of a proxy in front of it. Enter the address that other programs use for it.`,
	);

const [quote, backslash, open, close, openList, closeList, comma] = [...'"\\{}[],'].map(sign => sign.charCodeAt(0));

/** The elements of a JSON list, each as its own bytes: parsed at once, a list of 20 MB takes ten times that. */
export function* elementsOf(list: Buffer, name: string): Generator<Buffer> {
	let at = 0;
	while (at < list.length && list[at] !== openList && list[at]! <= 32) {
		at += 1;
	}
	if (list[at] !== openList) {
		throw noJson(name);
	}
	let [depth, start, isText] = [0, at + 1, false];
	for (at += 1; at < list.length; at += 1) {
		const sign = list[at];
		if (isText) {
			at += sign === backslash ? 1 : 0;
			isText = sign !== quote;
		} else if (sign === quote) {
			isText = true;
		} else if (sign === open || sign === openList) {
			depth += 1;
		} else if (depth > 0 && (sign === close || sign === closeList)) {
			depth -= 1;
		} else if (depth === 0 && (sign === comma || sign === closeList)) {
			yield list.subarray(start, at);
			start = at + 1;
			if (sign === closeList) {
				return;
			}
		}
	}
	throw new UpstreamFailed('connection_failed', `A list of ${name} ends in the middle. Try again later.`);
}
