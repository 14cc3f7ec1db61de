import {posix} from 'node:path';
import {askCandidates} from '#api/http/ask-candidates.ts';
import {importFolders, locateAmong, whyOutside} from '#api/http/import-folders.ts';
import type {RouteDeps} from '#api/services.ts';
import type {ImportMode} from '#shared/domain/downloads/import-progress.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {languageOfCode} from '#shared/domain/quality/exported-codes.ts';
import {getQuality, type QualityName} from '#shared/domain/quality/qualities.ts';
import type {ChosenForFiles, ImportCandidate, ListImportCandidates} from '#shared/jobs/import.ts';
import type {CommandWork} from '#shared/store/tasks/app-commands.ts';
import {faceLanguages, programOf, qualitiesOf, ratedQuality} from './codes.ts';
import {plainEpisodes, presentEpisodes} from './episodes.ts';
import {type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {filesInLibrary, knownQuality, numberOfPath} from './library-files.ts';
import {aroundOf, presentMovies} from './movies.ts';
import {presentAllSeries} from './series.ts';
import {idOf, titleKind} from './tables.ts';
import {field, integerIn, integersIn, listIn, textIn, wordIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;
/** Files of one part, and of the whole list. */
const partSize = 100;
const maxFiles = 500;
/** Files that are judged anew, or imported, by one request. */
const maxChosen = 200;

/** Files that people import by hand: what would become of them, and the command that imports them. */
export function manualImportRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET manualimport', both, async call => {
			const {query} = call;
			const number = query.number(call.face === 'movies' ? 'movieId' : 'seriesId');
			if (number !== null && query.text('folder') === null && query.text('downloadId') === null) {
				return shown(await filesInLibrary(number, call, deps));
			}
			const source = await sourceOf({folder: query.text('folder'), downloadId: query.text('downloadId')}, deps);
			const chosen = number === null ? undefined : {...nothingChosen, ...(await titleBy(number, call, deps))};
			const found = await listAll(source.from, chosen, deps);
			const season = query.number('seasonNumber');
			const wanted = season === null ? found : found.filter(({episodes: [first]}) => !first || first.seasonNumber === season);
			return shown(await presentCandidates(wanted, source.item, call, deps));
		}),
		faceRoute('POST manualimport', both, async call => {
			const rows: object[] = [];
			for (const sent of filesIn(call.body)) {
				const source = await sourceOf({folder: textIn(sent, 'path') ?? '', downloadId: null}, deps);
				const {chosen, item} = await choiceIn(sent, call, deps);
				const found = await listAll(source.from, chosen, deps);
				const [row] = await presentCandidates(found.slice(0, 1), item, call, deps);
				// A file that is gone by now, or is no video, is answered as it was sent.
				rows.push({...(row ?? (sent as object)), id: integerIn(sent, 'id') ?? (row as {id?: number} | undefined)?.id});
			}
			return shown(rows);
		}),
	];
}

const nothingChosen: ChosenForFiles = {movieId: null, seriesId: null, episodeIds: [], quality: null, languages: null, releaseGroup: null};

function filesIn(body: unknown): unknown[] {
	const files = Array.isArray(body) ? body : (listIn(body, 'files') ?? []);
	if (files.length > maxChosen) {
		throw wrong('files', `At most ${maxChosen} files at a time.`);
	}
	return files;
}

interface Source {
	from: ListImportCandidates['from'];
	item: QueueItem | null;
}

/** Only below the folders from which people may import. */
async function sourceOf({folder, downloadId}: {folder: string | null; downloadId: string | null}, deps: RouteDeps): Promise<Source> {
	const item = downloadId === null ? null : await deps.downloads.findByClientId(downloadId);
	if (item) {
		return {from: {queueItemId: item.id}, item};
	}
	if (folder === null) {
		throw wrong('folder', "'folder' or 'downloadId' must say which files.", downloadId ?? undefined);
	}
	const folders = await importFolders(deps);
	const located = locateAmong(folder, folders);
	if (!located) {
		throw wrong('folder', `'folder' ${whyOutside(folder, folders)}`, folder);
	}
	return {from: located, item: null};
}

async function listAll(
	from: ListImportCandidates['from'],
	chosen: ChosenForFiles | undefined,
	deps: RouteDeps,
): Promise<ImportCandidate[]> {
	const all: ImportCandidate[] = [];
	for (let page = 1; page <= maxFiles / partSize; page += 1) {
		const asked = {from, page, limit: partSize, ...(chosen && {chosen})};
		const {candidates, total} = await askCandidates(asked, deps);
		all.push(...candidates);
		if (candidates.length === 0 || all.length >= total) {
			return all;
		}
	}
	throw wrong('folder', `There are more than ${maxFiles} files. Name a folder below it.`);
}

async function titleBy(number: number, {face}: FaceCall, deps: RouteDeps): Promise<Partial<ChosenForFiles>> {
	const id = await idOf(deps, titleKind(face), number);
	return face === 'movies' ? {movieId: id} : {seriesId: id};
}

interface Choice {
	chosen: ChosenForFiles;
	/** Whether a title was named. */
	isNamed: boolean;
	item: QueueItem | null;
}

/** What a row says about its file. Only what names a title is a choice: the rest comes back as it was shown. */
async function choiceIn(sent: unknown, call: FaceCall, deps: RouteDeps): Promise<Choice> {
	const {face} = call;
	const name = face === 'movies' ? 'movie' : 'series';
	const number = integerIn(sent, `${name}Id`) || (integerIn(field(sent, name), 'id') ?? 0);
	const title = number > 0 ? await titleBy(number, call, deps) : {};
	const rows = listIn(sent, 'episodes')?.map((each: unknown) => integerIn(each, 'id') ?? 0);
	const ids = [...(await deps.numbers.idsOf('episode', integersIn(sent, 'episodeIds') ?? rows ?? [])).values()];
	const group = textIn(sent, 'releaseGroup') ?? '';
	const chosen = {
		...nothingChosen,
		...title,
		episodeIds: face === 'tv' && number > 0 ? ids : [],
		quality: qualityIn(sent, call),
		languages: languagesIn(sent, call),
		releaseGroup: group === '' ? null : group.slice(0, 100),
	};
	const downloadId = textIn(sent, 'downloadId') ?? '';
	return {chosen, isNamed: number > 0, item: downloadId === '' ? null : await deps.downloads.findByClientId(downloadId)};
}

/** Unknown leaves it to the name of the file. */
function qualityIn(sent: unknown, {face}: FaceCall): QualityName | null {
	const number = integerIn(field(field(sent, 'quality'), 'quality'), 'id') ?? 0;
	const found = qualitiesOf(face).find(({id}) => id === number);
	if (!found) {
		throw wrong('Quality', `There is no quality with the number ${number}.`, number);
	}
	return number === 0 ? null : found.ours;
}

function languagesIn(sent: unknown, {face}: FaceCall): string[] | null {
	const numbers = (listIn(sent, 'languages') ?? []).map((each: unknown) => integerIn(each, 'id') ?? 0);
	const named = numbers.filter(number => number > 0).flatMap(number => languageOfCode(number, programOf(face)) ?? []);
	return named.length > 0 ? named.slice(0, 20) : null;
}

async function presentCandidates(
	candidates: readonly ImportCandidate[],
	item: QueueItem | null,
	call: FaceCall,
	deps: RouteDeps,
): Promise<object[]> {
	const {face} = call;
	const around = await aroundOf(call, deps);
	const ids = candidates.flatMap(({movie, series}) => (face === 'movies' ? movie : series)?.id ?? []);
	const numbers = await deps.numbers.of(titleKind(face), ids);
	const titles = new Map<number, object>();
	const stored = face === 'movies' ? await deps.movies.getMany(ids) : [];
	for (const each of await presentMovies(stored, around, deps)) {
		titles.set(each.id, each);
	}
	for (const each of face === 'tv' ? await presentAllSeries(await deps.series.getMany(ids), around, deps) : []) {
		titles.set(each.id, each);
	}
	const episodeIds = face === 'tv' ? candidates.flatMap(({episodes}) => episodes.map(({id}) => id)) : [];
	const ofEpisodes = await deps.numbers.of('episode', episodeIds);
	const episodes = await presentEpisodes(await deps.episodes.getMany(episodeIds), plainEpisodes, around, deps);
	const byNumber = new Map(episodes.map(each => [each.id, each]));
	return candidates.map(each => {
		const title = titles.get(numbers.get((face === 'movies' ? each.movie : each.series)?.id ?? '') ?? 0);
		const held = each.episodes.flatMap(({id}) => byNumber.get(ofEpisodes.get(id) ?? 0) ?? []);
		return {
			...presentFileOf(each, call),
			downloadId: downloadIdOf(item),
			customFormats: around.tables.formats(each.formatIds ?? []),
			customFormatScore: each.formatScore ?? 0,
			...(face === 'movies'
				? {movie: title, movieId: numbers.get(each.movie?.id ?? '')}
				: {
						...{series: title, seriesId: numbers.get(each.series?.id ?? ''), seasonNumber: each.episodes[0]?.seasonNumber},
						...{episodes: held, episodeIds: held.map(({id}) => id), releaseType: releaseTypeOf(held.length)},
					}),
		};
	});
}

function presentFileOf({path, name, size, quality, languages, releaseGroup, rejections}: ImportCandidate, {face}: FaceCall) {
	const known = knownQuality(quality);
	return {
		id: numberOfPath(path),
		path,
		relativePath: name,
		folderName: posix.basename(posix.dirname(path)),
		name: posix.parse(path).name,
		size,
		quality: ratedQuality(face, known),
		qualityWeight: getQuality(known).score,
		languages: faceLanguages(face, languages),
		releaseGroup,
		indexerFlags: 0,
		rejections: rejections.map(({reason}) => ({reason, type: 'permanent'})),
	};
}

const releaseTypeOf = (episodes: number) => (episodes === 0 ? 'unknown' : episodes === 1 ? 'singleEpisode' : 'multiEpisode');

function downloadIdOf(item: QueueItem | null): string | null {
	const id = item?.transfer?.downloadId ?? null;
	return item?.release.protocol === 'torrent' ? (id?.toUpperCase() ?? null) : id;
}

const importModes = ['auto', 'move', 'copy'] as const;

/** A torrent goes on seeding; what nobody needs any more is moved. */
function modeOf(body: unknown, item: QueueItem | null): ImportMode {
	const mode = wordIn(body, 'importMode', importModes) ?? 'auto';
	const isKept = mode === 'copy' || (mode === 'auto' && item?.release.protocol === 'torrent');
	return isKept ? 'hardlink' : 'move';
}

interface Started {
	imports: {queueId: string | null; error: string | null}[];
}

type Work = Partial<CommandWork> & {failed?: string};

/** What could not be begun at all makes the command fail. */
function toWork(started: readonly Started[]): Work {
	const imports = started.flatMap(each => each.imports);
	const queueIds = imports.flatMap(({queueId}) => queueId ?? []);
	const [error] = imports.flatMap(each => each.error ?? []);
	return queueIds.length === 0 && error !== undefined ? {failed: error} : {queueIds};
}

/** Imports the files that a person has chosen titles for. */
export async function importChosen(call: FaceCall, deps: RouteDeps): Promise<Work> {
	const chosen = [];
	for (const [index, sent] of filesIn(listIn(call.body, 'files') ?? []).entries()) {
		const choice = await choiceIn(sent, call, deps);
		if (!choice.isNamed) {
			const name = call.face === 'movies' ? 'movieId' : 'seriesId';
			throw wrong(`files[${index}].${name}`, `'${name}' must say which title the file is.`);
		}
		chosen.push({path: textIn(sent, 'path') ?? '', ...choice});
	}
	const started: Started[] = [];
	for (const files of Map.groupBy(chosen, ({item}) => item?.id ?? '').values()) {
		const [{item = null} = {}] = files;
		const body = {
			files: files.map(({path, chosen: one}) => ({path, ...toChosenFile(one)})),
			mode: modeOf(call.body, item),
			...(item && {queueId: item.id}),
		};
		started.push((await call.ask('POST /api/manual-import', {body})) as Started);
	}
	return toWork(started);
}

/** Only what was said. */
const toChosenFile = ({movieId, seriesId, episodeIds, quality, languages, releaseGroup}: ChosenForFiles) => ({
	...(movieId !== null && {movieId}),
	...(seriesId !== null && {seriesId}),
	...(episodeIds.length > 0 && {episodeIds}),
	...(quality !== null && {quality}),
	...(languages !== null && {languages}),
	...(releaseGroup !== null && {releaseGroup}),
});

/**
 * Imports what lies in a folder as far as nothing speaks against it; a download of ours is tried again instead. Null
 * without a folder: then the clients are asked.
 */
export async function importFolder(call: FaceCall, deps: RouteDeps): Promise<Work | null> {
	const {body, face} = call;
	const [path, downloadId] = [textIn(body, 'path') ?? '', textIn(body, 'downloadClientId') ?? ''];
	const item = downloadId === '' ? null : await deps.downloads.findByClientId(downloadId);
	if (item?.state === 'importPending' && item.health !== 'ok') {
		await call.ask('POST /api/queue/:id/retry', {params: {id: item.id}});
		return {queueIds: [item.id]};
	}
	if (path === '' || item) {
		return null;
	}
	const {from} = await sourceOf({folder: path, downloadId: null}, deps);
	const found = (await listAll(from, undefined, deps)).filter(
		({movie, series, rejections}) => rejections.length === 0 && (face === 'movies' ? movie : series) !== null,
	);
	const started: Started[] = [];
	for (let start = 0; start < found.length; start += maxChosen) {
		const files = found.slice(start, start + maxChosen).map(({path: own, movie, series, episodes}) => ({
			...{path: own, ...(movie && {movieId: movie.id}), ...(series && {seriesId: series.id})},
			...(episodes.length > 0 && {episodeIds: episodes.map(({id}) => id)}),
		}));
		started.push((await call.ask('POST /api/manual-import', {body: {files, mode: modeOf(body, null)}})) as Started);
	}
	return toWork(started);
}
