import type {MediaFile} from '../media/media-file.ts';
import type {ImportMode} from './hardlink-or-copy.ts';

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
	replaces: Pick<MediaFile, 'id' | 'path' | 'quality' | 'qualityScore'>[];
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
