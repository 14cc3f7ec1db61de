import {basename, join} from 'node:path';
import {whyNoFolder} from '#shared/domain/folders/title-folder.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {FileOnDisk} from '#shared/domain/moves/judge-movie.ts';
import {below, folderAround, foreignPath} from '#shared/domain/moves/map-paths.ts';
import type {MoveNote, PathMapping} from '#shared/domain/moves/move.ts';
import type {SourceFile} from '#shared/domain/moves/source-titles.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {type ScannedFile, scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import {chooseFolder, whyNotFolder} from '#shared/store/titles/title-folders.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {locate} from './find-on-disk.ts';
import type {MovedFolder} from './write-records.ts';

export type WriteDeps = Pick<
	WorkerDeps,
	'episodes' | 'files' | 'metadata' | 'movies' | 'now' | 'numbers' | 'rootFolders' | 'scannedFiles' | 'series' | 'settings'
>;

/** What titles of a source refer to, by their ids. */
export interface MovedRecords {
	moveId: string;
	folders: readonly MovedFolder[];
	mappings: readonly PathMapping[];
	labels: ReadonlyMap<number, string>;
	profiles: ReadonlyMap<number, string>;
	defaultProfileId: string;
	/** Root folders of which too many files are missing: their disks are away, so nothing of them is searched. */
	away: ReadonlySet<string>;
}

const stays = new Set<MoveNote['code']>(['title_gone', 'title_unknown']);

export const comes = (notes: readonly MoveNote[]): boolean => !notes.some(({code}) => stays.has(code));

/** The root folder of a title, or the first one if it lies outside all: then it comes without a file. */
export function placeOf(path: string, {folders}: MovedRecords): {place: MovedFolder; isInside: boolean} | null {
	const around = folderAround(
		foreignPath(path),
		folders.map(({from}) => foreignPath(from)),
	);
	const place = folders.find(({from}) => foreignPath(from) === around) ?? folders[0];
	return place ? {place, isInside: around !== null} : null;
}

/** Its folder as it is on the disk; the rendered one if that is shared, or no folder of its own. */
export async function folderOf(
	{path, notes}: {path: string; notes: readonly MoveNote[]},
	{place, isInside}: {place: MovedFolder; isInside: boolean},
	{records, rendered, metaId}: {records: MovedRecords; rendered: string; metaId: number},
	deps: WriteDeps,
): Promise<string> {
	const own = isInside && !notes.some(({code}) => code === 'folder_shared') ? locate(path, records.mappings) : null;
	if (own !== null && below(own, place.root) && whyNoFolder(own, place.root) === null && (await whyNotFolder(own, null, deps)) === null) {
		return own;
	}
	return chooseFolder({path: join(place.root, rendered), root: place.root, metaId, library: place.library.name}, deps);
}

/** The number that another program has given a file is kept if no file of ours has it. */
export async function numberedFiles<File extends {number?: number}>(files: readonly File[], {numbers}: WriteDeps): Promise<File[]> {
	const free = await numbers.keepFiles(files.flatMap(({number}) => number ?? []));
	return files.map(({number, ...file}) => ({...file, ...(number !== undefined && free.has(number) && {number})}) as File); // its other fields stay
}

/** The record of a file where it lies; null if it is not there. */
export function mediaFileOf(file: SourceFile, {path, size, namedQuality}: FileOnDisk, libraryId: string): MediaFile | null {
	if (path === null || size === null) {
		return null;
	}
	const {name, score} = getQuality(file.quality?.name ?? namedQuality);
	const {revision, sceneName, releaseGroup, edition, languages, originalFile, releaseHash, flags, releaseType, dateAdded} = file;
	const plainName = (of: string) => basename(of).replace(/\.[^.]{1,5}$/, '');
	return {
		id: scannedFileId(libraryId, path),
		number: file.id,
		path,
		size,
		quality: name,
		qualityScore: score,
		formatScore: 0,
		revision,
		releaseTitle: sceneName ?? plainName(originalFile ?? path),
		releaseGroup,
		edition,
		languages,
		mediaInfo: null,
		originalFile,
		releaseHash,
		...(sceneName !== null && {releaseTraits: {flags, releaseType: releaseType ?? 'movie', size: 0}}),
		dateAdded: dateAdded ?? new Date(0),
	};
}

/** Otherwise the next backfill would offer the file again; its tracks are read later. */
export const scanned = ({id, path, size}: MediaFile, {libraryId, titleId}: {libraryId: string; titleId: string}): ScannedFile => ({
	id,
	libraryId,
	path,
	size,
	modifiedAt: 0,
	state: 'recorded',
	titleId,
	lookUpKey: null,
	reason: null,
	candidates: [],
	lookedUpAt: null,
	infoDue: true,
});
