import {basename, dirname, join, relative} from 'node:path';
import {readPath} from '#shared/domain/backfill/read-path.ts';
import type {GrabTarget, QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {type DownloadedFile, kindOf} from '#shared/domain/imports/sort-files.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {isWholeSeason} from '#shared/domain/matching/match-episodes.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import {Invalid} from '#shared/errors.ts';
import type {ChosenForFiles, ImportCandidate, ListImportCandidates, listImportCandidates} from '#shared/jobs/import.ts';
import {toManualItem} from '#shared/store/downloads/manual-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {createJudge} from './judge-candidate.ts';
import {locateDownload} from './plan/downloaded-files.ts';
import type {PlanDeps} from './plan/plan-import.ts';

type Deps = PlanDeps & Pick<WorkerDeps, 'downloads'>;

/** Shows what an import would do with each video of a folder or download, and why not. */
export const handleListImportCandidates: Handler<typeof listImportCandidates, keyof Deps> = async (
	{from, page, limit, chosen},
	deps,
	{signal},
) => {
	const {folder, item: whole} = await whereOf(from, deps);
	// What a person says counts more than what the download was grabbed for.
	const item = chosen ? null : whole;
	const within = 'path' in from ? from.within : dirname(folder);
	const unreadable: string[] = [];
	const listed = await deps.files.list(folder, signal, path => unreadable.push(path));
	const readable = await worthShowing(listed, deps);
	const shown = [...unreadable, ...readable];
	const judge = createJudge({listed, item, deps});
	const candidates = [];
	for (const file of shown.slice((page - 1) * limit, page * limit)) {
		signal.throwIfAborted();
		candidates.push(
			typeof file === 'string'
				? unreadableCandidate(file, folder)
				: await judge(file, item ?? (await guessItem(named(file, folder), {within, chosen, deps}))),
		);
	}
	return {folder, candidates, total: shown.length};
};

/** Nothing can open it under the name that we see. */
function unreadableCandidate(path: string, folder: string): ImportCandidate {
	return {
		path,
		name: relative(folder, path),
		size: 0,
		movie: null,
		series: null,
		episodes: [],
		quality: 'Unknown',
		languages: [],
		releaseGroup: null,
		edition: null,
		rejections: [{reason: 'Its name is not UTF-8. Rename it.'}],
	};
}

/** Files of the library are where they belong. */
async function worthShowing(
	listed: readonly DownloadedFile[],
	{recordedFiles}: Pick<WorkerDeps, 'recordedFiles'>,
): Promise<DownloadedFile[]> {
	const media = listed.filter(({relative}) => ['video', 'archive', 'dangerous'].includes(kindOf(relative)));
	const recorded = await recordedFiles.among(media.map(({path}) => path));
	return media.filter(({path}) => !recorded.has(path));
}

/** The name of the folder often says more than that of the file. */
function named(file: DownloadedFile, folder: string): DownloadedFile {
	return file.path === folder ? file : {...file, relative: `${basename(folder)}/${file.relative}`};
}

async function whereOf(from: ListImportCandidates['from'], deps: Deps): Promise<{folder: string; item: QueueItem | null}> {
	if ('queueItemId' in from) {
		const item = await deps.downloads.get(from.queueItemId);
		return {folder: await locateDownload(item, deps), item};
	}
	const {path, within} = from;
	// The contents of the folder are below `within` only if the folder itself is.
	if (!(await deps.files.isReallyBelow(join(path, 'x'), within))) {
		throw new Invalid('path_unsafe', `${path} really lies outside ${within}: a link leads there. Remove the link.`);
	}
	return {folder: path, item: null};
}

/** The item that the import of this file would have if its name is right. It is not stored. */
async function guessItem(file: DownloadedFile, {within, chosen, deps}: Guessing): Promise<QueueItem> {
	const subject = chosen ? await chosenSubject(file.relative, chosen, deps) : await guessSubject(file.relative, deps);
	const {quality = null, languages = null, releaseGroup = null} = chosen ?? {};
	const choice = {path: file.path, within, quality, languages, releaseGroup, mode: 'hardlink' as const};
	const {addresses: _, ...item} = toManualItem({...choice, ...subject}, deps.now());
	return {...item, import: chosen ? item.import : null, followUp: null, id: '', updatedAt: item.added};
}

interface Guessing {
	within: string;
	chosen: ChosenForFiles | undefined;
	deps: Pick<WorkerDeps, 'episodes' | 'movies' | 'now' | 'series'>;
}

/** The episodes of a chosen series are in the name of the file unless they were chosen, too. */
async function chosenSubject(
	relative: string,
	{movieId, seriesId, episodeIds}: ChosenForFiles,
	{episodes, series}: Guessing['deps'],
): Promise<GrabTarget> {
	const owner = seriesId !== null && episodeIds.length === 0 ? await series.find(seriesId) : null;
	if (!owner) {
		return {movieId, seriesId, episodeIds};
	}
	const read = readerOfEpisodes(await episodes.ofSeries(owner.id), owner);
	const held = readPath(relative, 'tv').readings.map(parsed => (isWholeSeason(parsed, owner) ? [] : [...read(parsed).episodes]));
	return {movieId, seriesId, episodeIds: held.find(found => found.length > 0)?.map(({id}) => id) ?? []};
}

/** An episode's name is the clearer one, so series come first. */
async function guessSubject(relative: string, deps: Pick<WorkerDeps, 'episodes' | 'movies' | 'series'>): Promise<GrabTarget> {
	return (await guessEpisodes(relative, deps)) ?? (await guessMovie(relative, deps)) ?? {movieId: null, seriesId: null, episodeIds: []};
}

async function guessEpisodes(relative: string, {series, episodes}: Pick<WorkerDeps, 'episodes' | 'series'>): Promise<GrabTarget | null> {
	const {readings, tvMetaId} = readPath(relative, 'tv');
	const keys = lookupKeys(readings.map(parsed => ({parsed})));
	const index = createTitleIndex(await series.byKeys({...keys, tvMetaIds: tvMetaId === null ? [] : [tvMetaId]}));
	for (const parsed of readings) {
		const found = matchSeries(index, parsed, {imdbId: null, metaId: null, tvMetaId});
		if (found && !isWholeSeason(parsed, found)) {
			const held = readerOfEpisodes(await episodes.ofSeries(found.id), found)(parsed);
			return {movieId: null, seriesId: found.id, episodeIds: held.episodes.map(({id}) => id)};
		}
	}
	return null;
}

async function guessMovie(relative: string, {movies}: Pick<WorkerDeps, 'movies'>): Promise<GrabTarget | null> {
	const {readings} = readPath(relative, 'movie');
	const index = createTitleIndex(await movies.byKeys(lookupKeys(readings.map(parsed => ({parsed})))));
	const found = readings.map(parsed => matchMovie(index, parsed)).find(movie => movie !== null);
	return found ? {movieId: found.id, seriesId: null, episodeIds: []} : null;
}
