import {lookUpKey, readNothing, readPath} from '#shared/domain/backfill/read-path.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {hasPassed} from '#shared/domain/network/clock-skew.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import type {FoundVideo} from '#shared/files/read-folder.ts';
import {type KnownFile, type ScannedFile, scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import type {Assigned, SeenFile} from '../library/seen-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {MediaBackfill} from './media-backfill.ts';

export interface Scan {
	libraryId: string;
	kind: MediaBackfill;
	deps: Pick<WorkerDeps, 'files' | 'folderReaders' | 'now' | 'scannedFiles'>;
}

/** What has to be written for a batch of videos. */
export interface Sorted {
	matched: Assigned[];
	/** Files that have no title in the library. */
	rows: ScannedFile[];
	known: Map<string, KnownFile>;
}

/** Days until the provider is asked again about a file it did not know. */
const askAgainDays = 7;

/**
 * Sorts the next videos of a walk. `ids` holds the scanned-file id of each video. Unchanged files need no work; the
 * others are parsed and matched with the library. Writes nothing.
 */
export async function sortVideos(videos: readonly FoundVideo[], ids: readonly string[], scan: Scan): Promise<Sorted> {
	const {kind, deps} = scan;
	const known = await deps.scannedFiles.known(ids);
	const settled = known.size > 0 ? await settledIds(videos, ids, {known, kind}) : new Set<string>();
	const files: SeenFile[] = [];
	for (const [index, video] of videos.entries()) {
		const id = ids[index]!; // one per video
		if (!settled.has(id)) {
			files.push({id, video, read: video.size > 0 ? readPath(video.relative, kind.mode) : readNothing(kind.mode)});
		}
	}
	const titles = files.length > 0 ? await kind.match(files) : new Map<SeenFile, string>();
	const unmatched = files.filter(file => !titles.has(file));
	return {
		matched: [...titles].map(([file, titleId]) => ({file, titleId})),
		rows: unmatched.map(file => notMatched(file, known.get(file.id) ?? null, scan)).filter(row => row !== null),
		known,
	};
}

/**
 * Writes the sorted files. Files without a title are left for the provider look-up. Returns how many records changed.
 */
export async function takeIn({matched, rows, known}: Sorted, scan: Scan): Promise<number> {
	const {written, displaced, changed} = await recordInTitles(matched, scan);
	const all = [...rows, ...written];
	const fresh = all.filter(({id}) => !known.has(id));
	const old = all.filter(({id}) => known.has(id));
	await Promise.all([scan.deps.scannedFiles.add(fresh), scan.deps.scannedFiles.put(old)]);
	await scan.deps.scannedFiles.displace(displaced);
	return changed;
}

/**
 * Records files that are already remembered in their titles, and stores the outcome for each. Returns
 * how many records changed.
 */
export async function record(rows: readonly Assigned[], scan: Scan): Promise<number> {
	const {written, displaced, changed} = await recordInTitles(rows, scan);
	await scan.deps.scannedFiles.put(written);
	await scan.deps.scannedFiles.displace(displaced);
	return changed;
}

interface InTitles {
	/** The outcome for each file. */
	written: ScannedFile[];
	/** Ids of files that were replaced. */
	displaced: string[];
	changed: number;
}

async function recordInTitles(rows: readonly Assigned[], {libraryId, kind}: Scan): Promise<InTitles> {
	if (rows.length === 0) {
		return {written: [], displaced: [], changed: 0};
	}
	const {verdicts, displaced, changed} = await kind.record(rows);
	const titles = new Map(rows.map(({file, titleId}) => [file, titleId]));
	const written = [...verdicts].map(([file, verdict]): ScannedFile => {
		const base = {...scannedFile(file, libraryId), titleId: titles.get(file) ?? null};
		if (verdict === 'recorded' || verdict === 'part') {
			return {...base, state: verdict, infoDue: verdict === 'recorded'};
		}
		return {...base, state: 'unmatched', reason: verdict};
	});
	return {written, displaced: displaced.map(path => scannedFileId(libraryId, path)), changed};
}

/** The row to store for a file that has no title in the library. Null if that row is already stored. */
function notMatched(file: SeenFile, known: KnownFile | null, {libraryId, kind, deps}: Scan): ScannedFile | null {
	const base = scannedFile(file, libraryId);
	const key = lookUpKey(file.read, kind.mode);
	const isSame = known !== null && known.size === base.size && known.modifiedAt === base.modifiedAt && known.state === 'unmatched';
	if (key === null) {
		return isSame && known.reason === 'name_unreadable' ? null : {...base, state: 'unmatched', reason: 'name_unreadable'};
	}
	const askedAt = isSame && known.reason !== 'look_up_failed' ? known.lookedUpAt : null;
	if (askedAt && !hasPassed(askedAt, askAgainDays * dayMs, deps.now())) {
		return null;
	}
	return {...base, state: 'pending', lookUpKey: key};
}

export function scannedFile({id, video}: SeenFile, libraryId: string): ScannedFile {
	return {
		id,
		libraryId,
		path: video.path,
		size: video.size,
		modifiedAt: video.modifiedAt,
		state: 'unmatched',
		titleId: null,
		lookUpKey: null,
		reason: null,
		candidates: [],
		lookedUpAt: null,
		infoDue: false,
	};
}

interface Knowledge {
	known: ReadonlyMap<string, KnownFile>;
	kind: MediaBackfill;
}

/**
 * Returns the ids of files that need no work: unchanged, and either still recorded or already waiting for the provider.
 */
async function settledIds(videos: readonly FoundVideo[], ids: readonly string[], {known, kind}: Knowledge): Promise<Set<string>> {
	const unchanged = videos.flatMap((video, index) => {
		const file = known.get(ids[index]!); // one per video
		return file && file.size === video.size && file.modifiedAt === video.modifiedAt ? [{file, path: video.path}] : [];
	});
	const paths = unchanged.filter(({file}) => file.state === 'recorded').map(({path}) => path);
	const recorded = paths.length > 0 ? await kind.recordedAmong(paths) : new Set<string>();
	const titleIds = new Set(unchanged.flatMap(({file}) => (isBehind(file) && file.titleId !== null ? [file.titleId] : [])));
	const titles = titleIds.size > 0 ? await kind.withFile([...titleIds]) : new Set<string>();
	const isSettled = ({file, path}: {file: KnownFile; path: string}) => {
		if (file.state === 'recorded') {
			return recorded.has(path);
		}
		return file.state === 'pending' || (isBehind(file) && file.titleId !== null && titles.has(file.titleId));
	};
	return new Set(unchanged.filter(isSettled).map(({file}) => file.id));
}

/** A second file or a part keeps its state as long as its title has another file. */
function isBehind({state, reason}: KnownFile): boolean {
	return state === 'part' || reason === 'duplicate';
}

/** Rebuilds a file below `root` as the walk that stored it saw it. */
export function toSeenFile({id, path, size, modifiedAt}: ScannedFile, {root, mode}: {root: string; mode: TitleMode}): SeenFile {
	const relative = path.slice(root === '/' ? 1 : root.length + 1);
	return {id, video: {relative, path, size, modifiedAt}, read: readPath(relative, mode)};
}
