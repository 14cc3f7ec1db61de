import type {ForeignIndexer} from '#shared/domain/indexers/foreign-indexer.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {Http} from '../http/http.ts';
import {asRecord, parseJson, readText} from '../http/read-body.ts';
import {parseIndexers} from './parse-indexers.ts';

const timeoutMs = 20_000;
/** An indexer comes with all its fields and categories, some 30 kB. */
const maxBytes = 40 * 1024 * 1024;

/**
 * Reads the indexers of Prowlarr, and changes nothing there. Throws Invalid `authentication_failed`, UpstreamFailed
 * `wrong_protocol`, and those of `Http`.
 */
export async function readProwlarr(
	{url, apiKey}: {url: string; apiKey: string},
	{http, signal}: {http: Http; signal: AbortSignal},
): Promise<ForeignIndexer[]> {
	const base = url.replace(/\/+$/, '');
	const ask = async (path: string) => {
		const headers = {'x-api-key': apiKey, accept: 'application/json'};
		const {status, body} = await http({url: `${base}/api/v1/${path}`, headers, timeoutMs, maxBytes, network: 'any', signal});
		if (status === 401 || status === 403) {
			throw new Invalid('authentication_failed', `Prowlarr refuses the API key (${status}). It is in its settings under General.`);
		}
		const reply = parseJson(body);
		if (status !== 200 || typeof reply !== 'object' || reply === null) {
			throw new UpstreamFailed('wrong_protocol', `This is no Prowlarr (${status}). Check the address.`);
		}
		return reply;
	};
	const status = asRecord(await ask('system/status'));
	if (!status || readText(status, 'appName') !== 'Prowlarr') {
		throw new UpstreamFailed(
			'wrong_protocol',
			`This is ${(status && readText(status, 'appName')) ?? 'another program'} and no Prowlarr. Check the address.`,
		);
	}
	const [indexers, proxies, profiles, tags] = [await ask('indexer'), await ask('indexerproxy'), await ask('appprofile'), await ask('tag')];
	return parseIndexers({indexers, proxies, profiles, tags}, {url: base, apiKey});
}
