import Joi from 'joi';
import {type FileRowCode, fileRowCodes} from '../domain/file-changes/file-change.ts';
import {type FolderFault, type FolderState, folderFaults} from '../domain/folders/folder-state.ts';
import {defineJob} from './job.ts';

/** Absolute, as seen by the pool that can access the disks. */
const diskPath = Joi.string().max(4096);

interface CheckRootFolder {
	path: string;
	/** Paths of the existing root folders. */
	others: string[];
}

interface RootFolderCheck {
	/** The first of the others that lies in or above it after following links. */
	overlapping: string | null;
	fault: FolderFault | null;
	/** The target of its links. */
	realPath: string;
}

/** Checks whether a folder can become a root folder. */
export const checkRootFolder = defineJob<CheckRootFolder, RootFolderCheck>({
	name: 'check-root-folder',
	queue: 'disks',
	payload: {path: diskPath, others: Joi.array().items(diskPath)},
	result: {
		overlapping: Joi.string().allow(null),
		fault: Joi.string()
			.valid(...folderFaults)
			.allow(null),
		realPath: diskPath,
	},
	interruptible: true,
});

/** Cloud disks report sizes beyond the integers that a number represents exactly. */
const bytes = Joi.number().unsafe().allow(null);

interface ReadFolderState {
	path: string;
	/** Files in the recycle bin count as free space, because they are removed to make room for an import. */
	withBin?: boolean;
}

/** State of a folder right now. Unavailable `disk_not_answering`, like all questions here, if its disk is silent. */
export const readFolderState = defineJob<ReadFolderState, FolderState>({
	name: 'read-folder-state',
	queue: 'disks',
	payload: {path: diskPath, withBin: Joi.boolean().optional()},
	result: {accessible: Joi.boolean(), freeSpace: bytes, totalSpace: bytes, device: Joi.string().allow(null).optional()},
	interruptible: true,
});

/** Maximum number of names in one answer. */
export const maxUnmapped = 10_000;

/** Names of the folders directly below a path that contain no library title; empty when the path cannot be read. */
export const listUnmappedFolders = defineJob<{path: string}, {names: string[]}>({
	name: 'list-unmapped-folders',
	queue: 'disks',
	payload: {path: diskPath},
	result: {names: Joi.array().items(Joi.string()).max(maxUnmapped)},
	interruptible: true,
});

/** Maximum number of names in one answer. */
export const maxListed = 2000;

interface ListFolders {
	path: string;
	/** Folders that must not be listed: those of our own data. */
	closed: string[];
}

export interface ListedFolders {
	/** Why it cannot be listed. `closed`: its links lead to a place that is no business of people. */
	fault: FolderFault | 'closed' | null;
	/** Names in their order, without hidden and closed folders. */
	names: string[];
	/** How many there are; larger than the number of names when the answer is cut. */
	total: number;
}

/** Names of the folders directly below a path, for people who look for one. */
export const listFolders = defineJob<ListFolders, ListedFolders>({
	name: 'list-folders',
	queue: 'disks',
	payload: {path: diskPath, closed: Joi.array().items(diskPath)},
	result: {
		fault: Joi.string()
			.valid(...folderFaults, 'closed')
			.allow(null),
		names: Joi.array().items(Joi.string()).max(maxListed),
		total: Joi.number().integer(),
	},
	interruptible: true,
});

interface CountVideos {
	/** Folder to search in. */
	root: string;
	/** Maximum duration in milliseconds. */
	limitMs: number;
}

/** Counts videos until the time limit is reached. */
export const countVideos = defineJob<CountVideos, {count: number}>({
	name: 'count-videos',
	queue: 'disks',
	payload: {root: diskPath, limitMs: Joi.number().integer().min(1).max(600_000)},
	result: {count: Joi.number()},
	interruptible: true,
});

interface MeasureFolder {
	path: string;
	/** Of a root folder, only the recycle bin on its disk is measured. */
	isBinOf: boolean;
	/** Maximum duration in milliseconds. */
	limitMs: number;
}

export interface FolderSize {
	bytes: number;
	/** Of these, bytes of files that have other names as well, such as downloads that were imported by a hard link. */
	sharedBytes: number;
	/** False if the time limit was reached, so there is more. */
	isWhole: boolean;
}

/** The size of all files in a folder, as far as the time limit allows. */
export const measureFolder = defineJob<MeasureFolder, FolderSize>({
	name: 'measure-folder',
	queue: 'disks',
	payload: {path: diskPath, isBinOf: Joi.boolean(), limitMs: Joi.number().integer().min(1).max(600_000)},
	result: {bytes: Joi.number().unsafe(), sharedBytes: Joi.number().unsafe(), isWhole: Joi.boolean()},
	interruptible: true,
});

export interface ErasedSize {
	/** Files of the deletion that are still in the recycle bin. */
	files: number;
	bytes: number;
	/** Of these, bytes that no other program needs, such as one that seeds. */
	freedBytes: number;
}

/** What of a deletion lies in the recycle bin. */
export const measureDeletion = defineJob<{deletionId: string}, ErasedSize>({
	name: 'measure-deletion',
	queue: 'disks',
	payload: {deletionId: Joi.string().uuid()},
	result: {files: Joi.number().integer(), bytes: Joi.number().unsafe(), freedBytes: Joi.number().unsafe()},
	interruptible: true,
});

/** Checks whether a file exists. */
export const findFile = defineJob<{path: string}, {found: boolean}>({
	name: 'find-file',
	queue: 'disks',
	payload: {path: diskPath},
	result: {found: Joi.boolean()},
	interruptible: true,
});

/** Files whose companions are counted; more would keep a slow disk busy. */
export const maxCounted = 200;

/** Files that follow those of a title, such as its subtitles, and would be deleted with them. Changes nothing. */
export const previewDeletion = defineJob<{kind: 'movie' | 'series'; id: string}, {companions: number; bytes: number}>({
	name: 'preview-deletion',
	queue: 'disks',
	payload: {kind: Joi.string().valid('movie', 'series'), id: Joi.string().uuid()},
	result: {companions: Joi.number().integer(), bytes: Joi.number().unsafe()},
	interruptible: true,
});

interface PreviewRename {
	kind: 'movie' | 'series';
	id: string;
	/** Only the files of this season; null for all. */
	seasonNumber: number | null;
}

/** A file and the name that the templates give it. */
export interface RenamedFile {
	fileId: string;
	from: string;
	to: string;
	code: FileRowCode | null;
	companions: {from: string; to: string}[];
}

/** Maximum number of files in one answer. */
export const maxRenamed = 2000;

const followers = Joi.array().items(Joi.object({from: diskPath, to: diskPath}));

/** The files of one title that do not have the names that the templates give them. Changes nothing. */
export const previewRename = defineJob<PreviewRename, {files: RenamedFile[]; total: number}>({
	name: 'preview-rename',
	queue: 'disks',
	payload: {
		kind: Joi.string().valid('movie', 'series'),
		id: Joi.string().uuid(),
		seasonNumber: Joi.number().integer().allow(null),
	},
	result: {
		files: Joi.array().items(
			Joi.object({
				fileId: Joi.string(),
				from: diskPath,
				to: diskPath,
				code: Joi.string()
					.valid(...fileRowCodes)
					.allow(null),
				companions: followers,
			}),
		),
		total: Joi.number().integer(),
	},
	interruptible: true,
});
