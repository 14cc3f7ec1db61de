import {lookUpKey, readPath} from '#shared/domain/backfill/read-path.ts';
import type {FoundVideo} from '#shared/files/walk-videos.ts';
import {type ScannedFile, scannedFileId} from '#shared/store/scanned-file-schema.ts';
import type {KnownFile} from '#shared/store/scanned-files.ts';
import type {WorkerDeps} from '../deps.ts';
import type {SeenFile} from '../seen-file.ts';
import type {BackfillSide} from './side.ts';

export interface Scan {
	libraryId: string;
	side: BackfillSide;
	deps: WorkerDeps;
}

/** Days until the provider is asked again about a file that it did not know. */
const askAgainDays = 7;
const millisecondsPerDay = 86_400_000;

/**
 * Takes in the next videos of a walk: those that are as they were cost one look-up, the others are read, matched with the library and recorded;
 * what the library does not know is left for the provider. Answers how many records changed.
 */
export async function takeIn(videos: readonly FoundVideo[], ids: readonly string[], scan: Scan): Promise<number> {
	const {side, deps} = scan;
	const known = await deps.scannedFiles.known(ids);
	const settled = await settledIds(videos, ids, {known, side});
	const files: SeenFile[] = [];
	for (const [index, video] of videos.entries()) {
		const id = ids[index]!; // one for each video
		if (!settled.has(id)) {
			files.push({id, video, read: readPath(video.relative, side.mode)});
		}
	}
	if (files.length === 0) {
		return 0;
	}
	const matched = await side.match(files);
	const unmatched = files.filter(file => !matched.has(file));
	const rows = unmatched.map(file => notMatched(file, known.get(file.id) ?? null, scan));
	await deps.scannedFiles.put(rows.filter(row => row !== null));
	return record(
		[...matched].map(([file, titleId]) => ({file, titleId})),
		scan,
	);
}

/** Writes files into their titles and remembers what became of each. */
export async function record(rows: readonly {file: SeenFile; titleId: string}[], {libraryId, side, deps}: Scan): Promise<number> {
	if (rows.length === 0) {
		return 0;
	}
	const {verdicts, displaced, changed} = await side.record(rows);
	const titles = new Map(rows.map(({file, titleId}) => [file, titleId]));
	const written = [...verdicts].map(([file, verdict]): ScannedFile => {
		const titleId = titles.get(file) ?? null;
		const base = {...scannedFile(file, libraryId), titleId};
		if (verdict === 'recorded' || verdict === 'part') {
			return {...base, state: verdict, infoDue: verdict === 'recorded'};
		}
		return {...base, state: 'unmatched', reason: verdict};
	});
	await deps.scannedFiles.put(written);
	await deps.scannedFiles.displace(displaced.map(path => scannedFileId(libraryId, path)));
	return changed;
}

interface Knowledge {
	known: ReadonlyMap<string, KnownFile>;
	side: BackfillSide;
}

/** Those of which nothing needs to be found out: unchanged, and recorded still or waiting for the provider anyway. */
async function settledIds(videos: readonly FoundVideo[], ids: readonly string[], {known, side}: Knowledge): Promise<Set<string>> {
	const unchanged = videos.flatMap((video, index) => {
		const file = known.get(ids[index]!); // one for each video
		return file && file.size === video.size && file.modifiedAt === video.modifiedAt ? [{file, video}] : [];
	});
	const titleIds = new Set(unchanged.flatMap(({file}) => file.titleId ?? []));
	const paths = titleIds.size > 0 ? await side.recordedPaths([...titleIds]) : new Map<string, Set<string>>();
	const isSettled = ({file, video}: {file: KnownFile; video: FoundVideo}) => {
		if (file.state === 'pending') {
			return true;
		}
		const recorded = file.titleId === null ? undefined : paths.get(file.titleId);
		if (file.state === 'recorded') {
			return recorded?.has(video.path) ?? false;
		}
		// A second file, or a part, stays what it is as long as its title has another.
		return (file.state === 'part' || file.reason === 'duplicate') && (recorded?.size ?? 0) > 0;
	};
	return new Set(unchanged.filter(isSettled).map(({file}) => file.id));
}

/** What is remembered of a file that the library has no title for; null when that is remembered already. */
function notMatched(file: SeenFile, known: KnownFile | null, {libraryId, side, deps}: Scan): ScannedFile | null {
	const base = scannedFile(file, libraryId);
	const key = lookUpKey(file.read, side.mode);
	const isSame = known !== null && known.size === base.size && known.modifiedAt === base.modifiedAt && known.state === 'unmatched';
	if (key === null) {
		return isSame && known.reason === 'name_unreadable' ? null : {...base, state: 'unmatched', reason: 'name_unreadable'};
	}
	const askedAt = isSame && known.reason !== 'look_up_failed' ? known.lookedUpAt : null;
	if (askedAt && Number(deps.now()) - Number(askedAt) < askAgainDays * millisecondsPerDay) {
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
