import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {FileSubtitles} from '#shared/domain/media/subtitle.ts';
import {missingSubtitles} from '#shared/domain/subtitles/missing-subtitles.ts';
import {Unavailable} from '#shared/errors.ts';
import type {ReadOfSubtitles} from '#shared/store/titles/file-subtitles.ts';
import {subtitlesBeside} from '../integrations/subtitle-files/subtitles-beside.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {mergeSubtitles} from './merge-subtitles.ts';
import {ownSubtitles} from './own-subtitles.ts';
import {readTracks} from './read-tracks.ts';
import type {SubtitledTitle} from './subtitled-title.ts';
import {profileOf, whatCounts} from './wishes-of.ts';

/** Others may read the same subtitles, or the folder may change; more often than this is no coincidence. */
const mostTries = 5;

interface Present {
	file: MediaFile;
	libraryId: string | null;
}

/**
 * Reads the subtitles of a title's file from its tracks and its folder and stores them, with what is missing. What the
 * record knows of our downloads (score, provider) stays as long as their files are there. `title.placed` adds what was
 * just put there. Null when the title has another file by now. Throws NotFound `file_missing` when the file or its
 * folder is gone, Unavailable when the disk fails.
 */
export async function lookAtSubtitles(title: SubtitledTitle, deps: WorkerDeps, signal: AbortSignal): Promise<FileSubtitles | null> {
	for (let count = 0; count < mostTries; count += 1) {
		signal.throwIfAborted();
		const present = await presentFile(title, deps);
		if (!present) {
			return null;
		}
		const read = await readAll(title, present, {deps, signal});
		if (await store(title, read, deps)) {
			return await judgeLate(title, {...present, read}, deps);
		}
	}
	throw new Unavailable('subtitles_busy', `The subtitles of ${title.name} are changed by others all the time; they are read again later.`);
}

/** Whether the title still has the file with which it was read. */
export async function hasSameFile(title: SubtitledTitle, deps: WorkerDeps): Promise<boolean> {
	return (await presentFile(title, deps)) !== null;
}

/** The file as it is recorded now; null when the title has another one. */
async function presentFile({owner, seriesId, file}: SubtitledTitle, {movies, series, episodes}: WorkerDeps): Promise<Present | null> {
	const record = owner.type === 'movie' ? await movies.find(owner.id) : await episodes.find(owner.id);
	if (record?.file?.id !== file.id) {
		return null;
	}
	const libraryId = 'libraryId' in record ? record.libraryId : ((await series.find(seriesId ?? ''))?.libraryId ?? null);
	return {file: record.file, libraryId};
}

async function readAll(
	{placed = []}: SubtitledTitle,
	{file, libraryId}: Present,
	{deps, signal}: {deps: WorkerDeps; signal: AbortSignal},
): Promise<ReadOfSubtitles> {
	const before = file.subtitles?.readAt ?? null;
	const now = deps.now();
	const {files, stamp} = await subtitlesBeside(file.path, {now, signal});
	const {tracks, info} = await readTracks(file, deps);
	const own = await ownSubtitles({known: file.subtitles?.list ?? [], placed, found: files}, deps);
	const list = mergeSubtitles({fileId: file.id, tracks, files: [...files, ...own.further], own: own.byPath});
	// Two readings never have the same time, because it tells whether somebody else has read meanwhile.
	const readAt = new Date(Math.max(Number(now), Number(before ?? 0) + 1));
	const missing = await missingOf(list, {file, libraryId}, deps);
	return {fileId: file.id, before, info, subtitles: {list, missing, readAt, stamp}};
}

function store({owner, seriesId}: SubtitledTitle, read: ReadOfSubtitles, {movies, episodes}: WorkerDeps): Promise<boolean> {
	return owner.type === 'movie'
		? movies.setSubtitles(owner.id, read)
		: episodes.setSubtitles(owner.id, {...read, seriesId: seriesId ?? ''});
}

async function missingOf(list: FileSubtitles['list'], {file, libraryId}: Present, deps: WorkerDeps): Promise<string[]> {
	const profile = await profileOf(libraryId, deps);
	return missingSubtitles(list, {profile, counts: whatCounts(deps), audioLanguages: file.mediaInfo?.audioLanguages ?? []});
}

/** What is wanted may have changed between its reading and our write, and the change did not see our write. */
async function judgeLate(
	{owner, episodeIds}: SubtitledTitle,
	{read: {fileId, subtitles}, ...present}: Present & {read: ReadOfSubtitles},
	deps: WorkerDeps,
): Promise<FileSubtitles> {
	const missing = await missingOf(subtitles.list, present, deps);
	if (missing.join() === subtitles.missing.join()) {
		return subtitles;
	}
	const ids = [...new Set([owner.id, ...episodeIds])];
	const judged = ids.map(id => ({id, fileId, readAt: subtitles.readAt, missing}));
	await (owner.type === 'movie' ? deps.movies : deps.episodes).setMissing(judged);
	return {...subtitles, missing};
}
