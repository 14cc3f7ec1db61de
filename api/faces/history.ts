import type {RouteDeps} from '#api/services.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {BlocklistEntry} from '#shared/store/blocklists.ts';
import type {HistoryEntry, HistoryEvent} from '#shared/store/downloads/history-schema.ts';
import {ratedQuality} from './codes.ts';
import {type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {aroundOf, presentMovies} from './movies.ts';
import {pageIn, presentPage} from './pages.ts';
import {presentAllSeries} from './series.ts';
import {hiddenTitles} from './shelf.ts';
import {idOf, titleKind} from './tables.ts';
import {integersIn, notFound} from './wire.ts';

const both = ['movies', 'tv'] as const;

interface EventWord {
	/** The number that older clients ask by. */
	code: Readonly<Record<Face, number>>;
	word: Readonly<Record<Face, string>>;
	ours: readonly HistoryEvent[];
}

const alike = (word: string) => ({movies: word, tv: word});

/** What is not here is not shown: these programs know no subtitles, and no titles that come and go. */
const events: readonly EventWord[] = [
	{code: {movies: 1, tv: 1}, word: alike('grabbed'), ours: ['grabbed']},
	{code: {movies: 3, tv: 3}, word: alike('downloadFolderImported'), ours: ['imported']},
	{code: {movies: 4, tv: 4}, word: alike('downloadFailed'), ours: ['downloadFailed', 'importFailed']},
	{code: {movies: 6, tv: 5}, word: {movies: 'movieFileDeleted', tv: 'episodeFileDeleted'}, ours: ['fileDeleted']},
	{code: {movies: 8, tv: 6}, word: {movies: 'movieFileRenamed', tv: 'episodeFileRenamed'}, ours: ['fileRenamed']},
	{code: {movies: 9, tv: 7}, word: alike('downloadIgnored'), ours: ['ignored']},
];
const allEvents = events.flatMap(({ours}) => ours);

/** The events that are asked for; null for a word that these programs do not have. */
function eventsIn({face, query}: FaceCall): readonly HistoryEvent[] | null {
	const given = query.text('eventType');
	if (given === null || given === '0') {
		return allEvents;
	}
	return events.find(({code, word}) => String(code[face]) === given || word[face].toLowerCase() === given.toLowerCase())?.ours ?? null;
}

/** More than any title has. */
const maxOfTitle = 10_000;

export function historyRoutes(deps: RouteDeps): FaceRoute[] {
	const {history, numbers} = deps;

	async function ofTitle(call: FaceCall) {
		const {face, query} = call;
		const number = query.number(face === 'movies' ? 'movieId' : 'seriesId') ?? 0;
		const id = (await numbers.idsOf(titleKind(face), [number])).get(number);
		const wanted = eventsIn(call);
		if (id === undefined || wanted === null) {
			return shown([]);
		}
		const title = face === 'movies' ? {movieId: id} : {seriesId: id};
		const {entries} = await history.page({...title, events: wanted, page: 1, limit: maxOfTitle});
		const season = query.number('seasonNumber');
		const rows = await presentEntries(entries, call, deps);
		return shown(rows.filter(row => season === null || row.seasonNumber === season).map(withoutSeason));
	}

	return [
		faceRoute('GET history', both, async call => {
			const page = pageIn(call.query, 'date');
			const wanted = eventsIn(call);
			const title = await titleIn(call, deps);
			if (wanted === null || title === null) {
				return shown(presentPage(page, 0, []));
			}
			const ofFace = title ?? {kind: titleKind(call.face)};
			const {entries, total} = await history.page({...ofFace, events: wanted, page: page.page, limit: page.pageSize});
			return shown(presentPage(page, total, (await presentEntries(entries, call, deps)).map(withoutSeason)));
		}),
		faceRoute('GET history/since', both, async call => {
			const from = call.query.date('date');
			const wanted = eventsIn(call);
			const query = {kind: titleKind(call.face), ...(from && {from}), page: 1, limit: maxOfTitle};
			const {entries} = wanted ? await history.page({...query, events: wanted}) : {entries: []};
			return shown((await presentEntries(entries, call, deps)).map(withoutSeason));
		}),
		faceRoute('GET history/movie', 'movies', ofTitle),
		faceRoute('GET history/series', 'tv', ofTitle),
		faceRoute('POST history/failed/:n', both, async call => {
			const found = (await numbers.within('history', call.number())) ?? missing();
			await call.ask('POST /api/history/:id/failed', {params: {id: found.id}});
			return shown({});
		}),
		...blocklistRoutes(deps),
	];
}

function missing(): never {
	throw notFound();
}

/** The title or episode whose history is asked for: null if there is none, undefined if all are meant. */
async function titleIn({face, query}: FaceCall, {numbers}: RouteDeps) {
	const names = face === 'movies' ? (['movieIds', 'movieId'] as const) : (['seriesIds', 'seriesId'] as const);
	const [number] = names.flatMap(name => query.numbers(name));
	const [episode] = face === 'tv' ? query.numbers('episodeId') : [];
	if (episode !== undefined) {
		const episodeId = (await numbers.idsOf('episode', [episode])).get(episode);
		return episodeId === undefined ? null : {episodeId};
	}
	if (number === undefined) {
		return undefined;
	}
	const id = (await numbers.idsOf(titleKind(face), [number])).get(number);
	return id === undefined ? null : face === 'movies' ? {movieId: id} : {seriesId: id};
}

interface Shown {
	seasonNumber: number | null;
}

function withoutSeason<T extends Shown>({seasonNumber: _, ...row}: T) {
	return row;
}

/** Entries with their numbers; of a series one row for each episode. */
async function presentEntries(entries: readonly HistoryEntry[], call: FaceCall, deps: RouteDeps) {
	const {face, query} = call;
	const {numbers, episodes} = deps;
	const titleIds = [...new Set(entries.flatMap(({movieId, seriesId}) => movieId ?? seriesId ?? []))];
	const episodeIds = face === 'tv' ? [...new Set(entries.flatMap(entry => entry.episodeIds))] : [];
	const hidden = await hiddenTitles(call, titleIds, deps);
	const [own, ofTitles, ofEpisodes, found] = await Promise.all([
		numbers.of(
			'history',
			entries.map(({id}) => id),
		),
		numbers.of(titleKind(face), titleIds),
		numbers.of('episode', episodeIds),
		episodes.getMany(episodeIds),
	]);
	const files = await filesOf(entries, {found, face}, deps);
	const seasons = new Map(found.map(({id, seasonNumber}) => [id, seasonNumber]));
	const titles = new Map<number, object>();
	if (query.flag(face === 'movies' ? 'includeMovie' : 'includeSeries')) {
		const around = await aroundOf(call, deps);
		const all =
			face === 'movies'
				? await presentMovies(await deps.movies.getMany(titleIds), around, deps)
				: await presentAllSeries(await deps.series.getMany(titleIds), around, deps);
		for (const title of all) {
			titles.set(title.id, title);
		}
	}
	return entries.flatMap(entry => {
		const [first, title] = [own.get(entry.id), ofTitles.get(entry.movieId ?? entry.seriesId ?? '')];
		// The title of an old entry may be gone.
		if (first === undefined || title === undefined || hidden.has(entry.movieId ?? entry.seriesId ?? '')) {
			return [];
		}
		const parts = face === 'movies' ? [null] : entry.episodeIds.filter(id => ofEpisodes.has(id));
		return (parts.length > 0 ? parts : face === 'movies' ? [null] : []).map(id => ({
			id: first + Math.max(0, id === null ? 0 : entry.episodeIds.indexOf(id)),
			...(face === 'movies' ? {movieId: title} : {seriesId: title, episodeId: ofEpisodes.get(id ?? '')}),
			...presentEntry(face, entry, files),
			...(titles.has(title) && {[face === 'movies' ? 'movie' : 'series']: titles.get(title)}),
			seasonNumber: (id !== null && seasons.get(id)) || null,
		}));
	});
}

/** Numbers of the files that were imported and are still where they were put. */
async function filesOf(
	entries: readonly HistoryEntry[],
	{found, face}: {found: readonly Episode[]; face: Face},
	{movies, numbers}: RouteDeps,
): Promise<ReadonlyMap<string, number>> {
	const imported = entries.filter(({event}) => event === 'imported');
	const titleIds = [...new Set(imported.flatMap(({movieId, seriesId}) => (face === 'movies' ? movieId : seriesId) ?? []))];
	const owners = face === 'movies' ? await movies.getMany(titleIds) : found;
	const later = owners.some(({file}) => file && file.number === undefined) ? await numbers.ofFiles(titleKind(face), titleIds) : null;
	return new Map(
		owners.flatMap(({file}) => {
			const number = file?.number ?? later?.get(file?.id ?? '');
			return file && number !== undefined ? [[file.path, number] as const] : [];
		}),
	);
}

function presentEntry(face: Face, entry: HistoryEntry, files: ReadonlyMap<string, number>) {
	const word = events.find(({ours}) => ours.includes(entry.event))?.word[face] ?? 'unknown';
	return {
		sourceTitle: entry.title,
		quality: ratedQuality(face, entry.quality),
		languages: [{id: 0, name: 'Unknown'}],
		customFormats: [],
		customFormatScore: 0,
		qualityCutoffNotMet: false,
		date: entry.timestamp,
		downloadId: isTorrentHash(entry.downloadId) ? entry.downloadId.toUpperCase() : entry.downloadId,
		eventType: word,
		data: dataOf(entry, files),
	};
}

const isTorrentHash = (id: string | null): id is string => id !== null && /^[\da-f]{40}$/i.test(id);

/** All values are texts. Addresses of downloads have keys in them and are left out. */
function dataOf(
	{event, data, indexer, downloadClient, downloadId}: HistoryEntry,
	files: ReadonlyMap<string, number>,
): Record<string, string> {
	const value = (name: string) => data[name] ?? null;
	const texts: Record<string, unknown> = {
		grabbed: {
			indexer,
			nzbInfoUrl: value('infoUrl'),
			releaseGroup: value('releaseGroup'),
			age: value('age'),
			publishedDate: value('publishDate'),
			downloadClient,
			downloadClientName: downloadClient,
			size: value('size'),
			guid: value('guid'),
			protocol: value('protocol') === 'usenet' ? '1' : '2',
			indexerFlags: '0',
			torrentInfoHash: isTorrentHash(downloadId) ? downloadId.toUpperCase() : null,
		},
		imported: {
			fileId: files.get(String(value('path'))) ?? null,
			droppedPath: value('source'),
			importedPath: value('path'),
			downloadClient,
			downloadClientName: downloadClient,
			releaseGroup: value('releaseGroup'),
			size: value('size'),
		},
		fileDeleted: {
			reason: reasons[String(value('reason')).toLowerCase()] ?? 'Manual',
			releaseGroup: value('releaseGroup'),
			size: value('size'),
		},
		fileRenamed: {sourcePath: value('oldPath'), path: value('path')},
		ignored: {downloadClient, message: value('reason')},
	};
	const failed = {downloadClient, message: value('reason') ?? value('message')};
	const chosen = (texts[event] ?? failed) as Record<string, unknown>;
	return Object.fromEntries(
		Object.entries(chosen).flatMap(([name, each]) => (each === null || each === undefined ? [] : [[name, String(each)]])),
	);
}

/** In small letters, because entries of a moved household have the words of its program. */
const reasons: Readonly<Record<string, string>> = {
	...{upgrade: 'Upgrade', replacedbyperson: 'Upgrade', missingfromdisk: 'MissingFromDisk'},
};

function blocklistRoutes(deps: RouteDeps): FaceRoute[] {
	const {blocklist, numbers} = deps;
	return [
		faceRoute('GET blocklist', both, async call => {
			const page = pageIn(call.query, 'date');
			const {entries, total} = await blocklist.page({kind: titleKind(call.face), page: page.page, limit: page.pageSize});
			return shown(presentPage(page, total, await presentBlocked(entries, call.face, deps)));
		}),
		faceRoute('GET blocklist/movie', 'movies', async ({face, query}) => {
			const number = query.number('movieId') ?? 0;
			const movieId = (await numbers.idsOf('movie', [number])).get(number);
			const {entries} = movieId ? await blocklist.page({movieId, page: 1, limit: maxOfTitle}) : {entries: []};
			return shown(await presentBlocked(entries, face, deps));
		}),
		faceRoute('DELETE blocklist/:n', both, async call => {
			await call.ask('DELETE /api/blocklist/:id', {params: {id: await idOf(deps, 'blocklist', call.number())}});
			return removed;
		}),
		faceRoute('DELETE blocklist/bulk', both, async call => {
			const ids = [...(await numbers.idsOf('blocklist', integersIn(call.body, 'ids') ?? [])).values()];
			await (ids.length > 0 ? call.ask('POST /api/blocklist/bulk-delete', {body: {ids}}) : null);
			return removed;
		}),
	];
}

async function presentBlocked(entries: readonly BlocklistEntry[], face: Face, {numbers}: RouteDeps): Promise<object[]> {
	const [own, titles, episodes] = await Promise.all([
		numbers.of(
			'blocklist',
			entries.map(({id}) => id),
		),
		numbers.of(
			titleKind(face),
			entries.flatMap(({movieId, seriesId}) => movieId ?? seriesId ?? []),
		),
		numbers.of(
			'episode',
			entries.flatMap(({episodeIds}) => episodeIds),
		),
	]);
	return entries.flatMap(entry => {
		const title = titles.get(entry.movieId ?? entry.seriesId ?? '') ?? 0;
		return [
			{
				id: own.get(entry.id),
				...(face === 'movies' ? {movieId: title} : {seriesId: title, episodeIds: entry.episodeIds.flatMap(id => episodes.get(id) ?? [])}),
				sourceTitle: entry.title,
				languages: [{id: 0, name: 'Unknown'}],
				quality: ratedQuality(face, null),
				customFormats: [],
				date: entry.addedAt,
				protocol: entry.protocol,
				indexer: entry.indexer,
				message: entry.reason,
			},
		];
	});
}
