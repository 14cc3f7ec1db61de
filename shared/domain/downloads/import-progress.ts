import type {MediaFile} from '../media/media-file.ts';
import type {QualityName} from '../quality/qualities.ts';

/** How a file is brought into the library. */
export type ImportMode = 'hardlink' | 'copy' | 'move';

/** How far the import has got. */
export interface ImportProgress {
	claim: Claim | null;
	journal: ImportJournal | null;
	/** What an earlier import had begun before a person chose another title. The next import undoes it first. */
	discarded: ImportJournal | null;
	/** How many imports in a row ended with an unexpected error. */
	tries: number;
	/** The files that it has brought into the library. */
	files: ImportedFile[];
	/** Null for a download whose title was not chosen by a person. */
	choice: ImportChoice | null;
	/** Files that may still be on their way from another machine; null until a try found too little. */
	arriving: Arriving | null;
	/**
	 * It is a pack that lacks some of its episodes, or has them broken. It waits for a person, and other releases may
	 * bring them meanwhile. Missing for false.
	 */
	isIncomplete?: boolean;
}

export interface Arriving {
	/** Bytes that were there at the last try. */
	bytes: number;
	/** Since when it was that many. */
	since: Date;
}

/** The worker that handles the item. When a second worker takes over, the first one's token becomes invalid. */
interface Claim {
	token: string;
	until: Date;
}

/** A person said what the files are, so our doubts about that do not count. */
export interface ImportChoice {
	/** The file that the person named, which is no download; null for what a client downloaded. */
	file: NamedFile | null;
	/** Null leaves it to the names and the file itself. */
	quality: QualityName | null;
}

/** A file that a person imports. */
export interface NamedFile {
	/** Absolute, as the import pool sees it. */
	path: string;
	/** The folder in which the file must really lie, with all links followed. */
	within: string;
	mode: ImportMode;
	/** The download in the queue that it belongs to, which then need not be imported any more; missing for none. */
	queueId?: string;
}

export const newImport: ImportProgress = {
	claim: null,
	journal: null,
	discarded: null,
	tries: 0,
	files: [],
	choice: null,
	arriving: null,
};

/** A file that follows its video: a subtitle of the download or of the replaced file, or a further part of the film. */
export interface PlannedCompanion {
	source: string;
	target: string;
	/** A missing part of the film makes the import fail; a missing subtitle does not. */
	isPart: boolean;
	/** Same meaning as for the video. */
	identity: string | null;
}

/** A subtitle under a name that the new file takes over, made for the old file. */
export interface OutdatedSubtitle {
	path: string;
	/** A file with another identity at this path was put there later. */
	identity: string;
}

/** The library record that a file belongs to. */
export type ImportMedia = {kind: 'movie'; movieId: string} | {kind: 'episodes'; seriesId: string; episodeIds: string[]};

/** What happens to one file of the download. */
export interface PlannedFile {
	/** Path of the file to import, as we see it. */
	source: string;
	/** Temporary name next to the target, used while the file is being written. */
	partial: string;
	mode: ImportMode;
	/** If a hard link is impossible, the file may be copied. */
	mayCopy: boolean;
	/**
	 * The record to be saved. `path` is the final path. The id is chosen beforehand, so a repeated
	 * step records the same file.
	 */
	file: MediaFile;
	/** Root folder of the target library. */
	root: string;
	/** The files that this one replaces. */
	replaces: (Pick<MediaFile, 'id' | 'path' | 'quality' | 'qualityScore'> & Partial<Pick<MediaFile, 'size'>>)[];
	companions: PlannedCompanion[];
	/** Removed once the video has replaced the old one. */
	outdated: OutdatedSubtitle[];
	/** The library title that it belongs to. */
	media: ImportMedia;
	/** The objection that a person's choice overruled; missing when there was none. */
	despite?: string;
	/** Identifies the placed file on its disk; null until just before it gets its final name. */
	identity: string | null;
}

/** A file that an import has placed, and that may be in no record. */
export interface PlacedFile {
	path: string;
	/** A file with another identity at this path was put there later. */
	identity: string;
	/** Path of its video; its own if it is one. */
	video: string;
	root: string;
}

/** The files that an import has placed, except one that has replaced the present file under its name. */
export function placedFiles(files: readonly PlannedFile[]): PlacedFile[] {
	const ours = files.filter(({file, replaces}) => !replaces.some(({path}) => path === file.path));
	return ours.flatMap(({file, identity, companions, root}) =>
		[...companions, {target: file.path, identity}].flatMap(each =>
			each.identity === null ? [] : [{path: each.target, identity: each.identity, video: file.path, root}],
		),
	);
}

/** A video that stays in the download, and why. */
export interface LeftOver {
	/** Its path in the download. */
	title: string;
	messages: string[];
	/** Another try may succeed without anybody's help. */
	isPassing: boolean;
	/** Somebody left it out in the client. Missing for false. */
	isLeftOut?: boolean;
}

/** Progress of an import: enough to continue after a crash at any point. */
export interface ImportJournal {
	/** The download's own folder or file, as we see it. */
	folder: string;
	/** Why nothing is removed from it although the client offered it; null if it may be. */
	kept: string | null;
	files: PlannedFile[];
	/** Videos that were not imported although the library may lack them. */
	leftOver: LeftOver[];
}

/** A video of the download that this item has brought into the library. */
export interface ImportedFile {
	/** Its path in the download, as we see it. */
	source: string;
	/** Bytes. */
	size: number;
	/** Empty for a movie. */
	episodeIds: string[];
}

/** The `retryAt` of an item that is not retried by itself: only a person can start it again. */
export const untilPerson = new Date('9999-12-31T00:00:00Z');
