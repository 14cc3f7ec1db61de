import {createHash} from 'node:crypto';
import type {MediaFile, SubtitleTrack} from '#shared/domain/media/media-file.ts';
import {type FileSubtitles, maxSubtitles, type Subtitle} from '#shared/domain/media/subtitle.ts';
import {missingSubtitles} from '#shared/domain/subtitles/missing-subtitles.ts';
import {Invalid, Unavailable} from '#shared/errors.ts';
import type {ReadOfSubtitles} from '#shared/store/titles/file-subtitles.ts';
import {type FoundSubtitleFile, subtitlesBeside} from '../integrations/subtitles-beside.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {countedTracks, type PutSubtitle, profileOf, type SubtitledTitle, type TitleDeps} from './subtitled-title.ts';

/** Others may read the same subtitles, or the folder may change; more often than this is no coincidence. */
const maxTries = 5;

/** Tracks in a list; what is left of its length is for files. */
const maxTracks = 100;

export type RefreshDeps = TitleDeps & Pick<WorkerDeps, 'files' | 'mediaInfo' | 'settings' | 'log' | 'now'>;

interface Present {
	file: MediaFile;
	/** The movie, or the series of the episode. */
	title: Parameters<typeof profileOf>[0];
}

/**
 * Reads the subtitles of a title's file from its tracks and its folder and stores them, with what is missing. What the
 * record knows of our downloads (score, provider) stays as long as their files are there. `title.placed` adds what was
 * just put there. Null when the title has another file by now. Throws NotFound `file_missing` when the file or its
 * folder is gone, Unavailable when the disk fails.
 */
export async function refreshSubtitles(title: SubtitledTitle, deps: RefreshDeps, signal: AbortSignal): Promise<FileSubtitles | null> {
	for (let count = 0; count < maxTries; count += 1) {
		signal.throwIfAborted();
		const present = await presentFile(title, deps);
		if (!present) {
			return null;
		}
		const read = await readAll(title, present, {deps, signal});
		if (await store(title, read, deps)) {
			return await judgeAgain(title, {...present, read}, deps);
		}
	}
	throw new Unavailable('subtitles_busy', `Others keep changing the subtitles of ${title.name}; they will be read again later.`);
}

/** Whether the title still has the file with which it was read. */
export async function hasSameFile(title: SubtitledTitle, deps: Pick<TitleDeps, 'movies' | 'series' | 'episodes'>): Promise<boolean> {
	return (await presentFile(title, deps)) !== null;
}

/** The file as it is recorded now; null when the title has another one. */
async function presentFile(
	{owner, seriesId, file}: SubtitledTitle,
	{movies, series, episodes}: Pick<TitleDeps, 'movies' | 'series' | 'episodes'>,
): Promise<Present | null> {
	const record = owner.type === 'movie' ? await movies.find(owner.id) : await episodes.find(owner.id);
	if (record?.file?.id !== file.id) {
		return null;
	}
	const title = 'libraryId' in record ? record : await series.find(seriesId ?? '');
	return {file: record.file, title: title ?? {libraryId: null}};
}

async function readAll(
	{placed = []}: SubtitledTitle,
	{file, title}: Present,
	{deps, signal}: {deps: RefreshDeps; signal: AbortSignal},
): Promise<ReadOfSubtitles> {
	const before = file.subtitles?.readAt ?? null;
	const now = deps.now();
	const {files, stamp} = await subtitlesBeside(file.path, {now, signal});
	const tracks = await tracksOf(file, deps);
	const own = await ownSubtitles({known: file.subtitles?.list ?? [], placed, found: files}, deps);
	const list = mergeSubtitles({fileId: file.id, tracks, files: [...files, ...own.further], own: own.byPath});
	// Two readings never have the same time, because it tells whether somebody else has read meanwhile.
	const readAt = new Date(Math.max(Number(now), Number(before ?? 0) + 1));
	const missing = await missingOf(list, {file, title}, deps);
	return {fileId: file.id, before, subtitles: {list, missing, readAt, stamp}};
}

/** By the file's record, or by the file itself until it has one. What cannot be read as a video has no tracks. */
async function tracksOf({path, mediaInfo}: MediaFile, deps: Pick<WorkerDeps, 'mediaInfo' | 'log'>): Promise<readonly SubtitleTrack[]> {
	if (mediaInfo) {
		return mediaInfo.subtitleTracks;
	}
	try {
		// The record gets all media info at once elsewhere, where its quality is corrected too.
		return (await deps.mediaInfo.read(path)).subtitleTracks;
	} catch (error) {
		const isFileToBlame = error instanceof Invalid || (error instanceof Unavailable && error.code === 'media_info_failed');
		if (!isFileToBlame) {
			throw error;
		}
		deps.log.debug({err: error, path}, 'The subtitle tracks of a file cannot be read');
		return [];
	}
}

interface Known {
	/** What the record lists. */
	known: readonly Subtitle[];
	/** What we have just put there. */
	placed: readonly PutSubtitle[];
	/** What lies beside the video. */
	found: readonly FoundSubtitleFile[];
}

interface Own {
	byPath: Map<string, PutSubtitle>;
	/** Ours that were not found by their names, but are there. */
	further: FoundSubtitleFile[];
}

/** Subtitles that we have put beside a video and that are still there. */
async function ownSubtitles({known, placed, found}: Known, {files}: Pick<WorkerDeps, 'files'>): Promise<Own> {
	const ours = known.flatMap(subtitle => (isOurs(subtitle) ? [toPut(subtitle)] : []));
	const byPath = new Map([...ours, ...placed].map(each => [each.path, each]));
	const paths = new Set(found.map(({path}) => path));
	const formats = new Map(known.map(({path, format}) => [path, format]));
	const further: FoundSubtitleFile[] = [];
	for (const {path, language, forced, hearingImpaired} of byPath.values()) {
		if (!paths.has(path) && (await files.exists(path))) {
			const format = formats.get(path) ?? path.slice(path.lastIndexOf('.') + 1).toLowerCase();
			further.push({path, language, forced, hearingImpaired, format});
		}
	}
	return {byPath, further};
}

type OwnSubtitle = Subtitle & {path: string};

function isOurs(subtitle: Subtitle): subtitle is OwnSubtitle {
	return subtitle.path !== null && (subtitle.source === 'downloaded' || subtitle.source === 'uploaded');
}

const toPut = ({id: _, format: _format, ...subtitle}: OwnSubtitle): PutSubtitle => subtitle;

interface Parts {
	fileId: string;
	tracks: readonly SubtitleTrack[];
	files: readonly FoundSubtitleFile[];
	/** Our own, as the record knows them, by path. */
	own: ReadonlyMap<string, PutSubtitle>;
}

const ofNobody = {score: null, provider: null, providerSubtitleId: null, downloadedAt: null};

/** The list of a file's subtitles: its tracks, then what lies beside it, our own first. */
function mergeSubtitles({fileId, tracks, files, own}: Parts): Subtitle[] {
	const inside = tracks.slice(0, maxTracks).map(({language, forced, hearingImpaired, format}, index): Subtitle => {
		const id = idOf(fileId, `track ${index}`);
		return {id, language, forced, hearingImpaired, source: 'embedded', path: null, format, ...ofNobody};
	});
	const seen = new Map<string, number>();
	const beside = files.map(({path, format, ...tags}): Subtitle => {
		const count = seen.get(path) ?? 0;
		seen.set(path, count + 1);
		const id = idOf(path, String(count));
		const ours = own.get(path);
		return ours ? {...ours, id, format} : {id, ...tags, source: 'file', path, format, ...ofNobody};
	});
	const ordered = [...beside.filter(({source}) => source !== 'file'), ...beside.filter(({source}) => source === 'file')];
	return [...inside, ...ordered].slice(0, maxSubtitles);
}

/** 24 hexadecimal digits. */
function idOf(...parts: string[]): string {
	return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
}

function store(
	{owner, seriesId}: SubtitledTitle,
	read: ReadOfSubtitles,
	{movies, episodes}: Pick<TitleDeps, 'movies' | 'episodes'>,
): Promise<boolean> {
	return owner.type === 'movie'
		? movies.setSubtitles(owner.id, read)
		: episodes.setSubtitles(owner.id, {...read, seriesId: seriesId ?? ''});
}

async function missingOf(
	list: FileSubtitles['list'],
	{file, title}: Present,
	deps: Pick<RefreshDeps, 'libraries' | 'languageProfiles' | 'settings'>,
): Promise<string[]> {
	const profile = await profileOf(title, deps);
	return missingSubtitles(list, {profile, counts: countedTracks(deps), audioLanguages: file.mediaInfo?.audioLanguages ?? []});
}

/** What is wanted may have changed between its reading and our write, and the change did not see our write. */
async function judgeAgain(
	{owner, episodeIds}: SubtitledTitle,
	{read: {fileId, subtitles}, ...present}: Present & {read: ReadOfSubtitles},
	deps: TitleDeps & Pick<WorkerDeps, 'settings'>,
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
