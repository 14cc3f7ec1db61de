import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecord, parseJson, readText} from '../../http/read-body.ts';
import type {ImportListClient, ImportListDeps} from '../import-list-client.ts';
import {askSource, testList} from '../read-list.ts';
import {parseTitles} from './parse-titles.ts';

/** Each title comes with its file, pictures and statistics, some 6 kB, and all come in one answer. */
const largestAnswer = 64 * 1024 * 1024;

/** The library of Radarr, Sonarr or another Kinoteka, by version 3 of their API. */
export function createOwnProgram(settings: ImportListSettings, deps: ImportListDeps): ImportListClient {
	const {url, apiKey, kind} = settings;
	const ask = (path: string, signal: AbortSignal) => {
		const headers = {'x-api-key': apiKey, accept: 'application/json'};
		return askSource({url: `${url.replace(/\/+$/, '')}/api/v3/${path}`, headers, maxBytes: largestAnswer, signal}, deps);
	};
	const read = async (signal: AbortSignal) => {
		const {body} = await ask(kind === 'radarr' ? 'movie' : 'series', signal);
		return {entries: parseTitles(body, settings), missing: null, failure: null};
	};
	return {
		read,
		async test(signal) {
			const status = asRecord(parseJson((await ask('system/status', signal)).body));
			const version = status && readText(status, 'version');
			if (!version) {
				throw new UpstreamFailed('wrong_protocol', `This is no ${kind === 'radarr' ? 'Radarr' : 'Sonarr'}. Check the address.`);
			}
			return {...(await testList({read}, signal)), version};
		},
	};
}
