import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import type {ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readFlag, readNumber, readText} from '../http/read-body.ts';
import type {ImportListClient, ImportListDeps} from './import-list-client.ts';
import {askSource, testList} from './read-list.ts';

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

type Choice = Pick<ImportListSettings, 'sourceProfileIds' | 'sourceTagIds' | 'sourceRootFolders' | 'takeSeasons'>;

/** The movies or series of Radarr, Sonarr or a program that speaks as they do, those that the settings ask for. */
function parseTitles(body: Buffer, choice: Choice): ListEntry[] {
	const answer = parseJson(body);
	if (!Array.isArray(answer)) {
		throw new UpstreamFailed('wrong_protocol', 'The program does not answer with a list of titles. Check its address.');
	}
	return asRecords(answer)
		.filter(title => isWanted(title, choice))
		.map(title => ({
			ids: {
				metaId: readNumber(title, 'tmdbId') || null,
				imdbId: readText(title, 'imdbId') || null,
				tvMetaId: readNumber(title, 'tvdbId') || null,
			},
			title: readText(title, 'title') ?? '',
			year: readNumber(title, 'year') || null,
			seasons: choice.takeSeasons ? monitoredSeasons(title) : null,
		}));
}

function isWanted(title: JsonRecord, {sourceProfileIds, sourceTagIds, sourceRootFolders}: Choice): boolean {
	const tags = Array.isArray(title['tags']) ? title['tags'] : [];
	// Some versions of Radarr send an empty one.
	const folder = readText(title, 'rootFolderPath') || readText(title, 'path') || '';
	return (
		(sourceProfileIds.length === 0 || sourceProfileIds.includes(readNumber(title, 'qualityProfileId') ?? -1)) &&
		(sourceTagIds.length === 0 || sourceTagIds.some(tag => tags.includes(tag))) &&
		(sourceRootFolders.length === 0 || sourceRootFolders.some(root => isIn(folder, root)))
	);
}

const plain = (folder: string) => folder.replaceAll('\\', '/').replace(/\/+$/, '');
const isIn = (folder: string, root: string) => `${plain(folder)}/`.startsWith(`${plain(root)}/`);

function monitoredSeasons(title: JsonRecord): number[] | null {
	const seasons = title['seasons'];
	return Array.isArray(seasons)
		? asRecords(seasons)
				.filter(season => readFlag(season, 'monitored'))
				.flatMap(season => readNumber(season, 'seasonNumber') ?? [])
		: null;
}
