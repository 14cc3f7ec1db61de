import type {ImportMedia, PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {DownloadedFile, RefusedVideo} from '#shared/domain/imports/sort-files.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'episodes' | 'files' | 'movies' | 'qualityProfiles' | 'rootFolders' | 'series' | 'settings'>;

/** One video of a download, and the library record it becomes. */
export interface ImportTarget {
	video: DownloadedFile;
	media: ImportMedia;
	profile: QualityProfile;
	/** The title's original language, from the metadata provider. */
	originalLanguage: string | null;
	/** The files it would replace. */
	present: MediaFile[];
	/** Root folder of the library it goes to. */
	root: string;
	/** Absolute path of the file in the library. */
	pathOf(file: NamedFile): string;
	/** More videos of the same record: the later parts of a film. */
	furtherParts: DownloadedFile[];
}

export interface Targets {
	targets: ImportTarget[];
	/** Videos that belong to none of our records. */
	refused: RefusedVideo[];
}

/** How files become part of the library. There is one implementation per kind of media. */
export interface MediaImport {
	/**
	 * Finds the records that the download's videos (largest first) belong to. What the item imported before is not
	 * among them. Throws ImportRefused when the title is gone.
	 */
	findTargets(item: QueueItem, videos: readonly [DownloadedFile, ...DownloadedFile[]], deps: Deps): Promise<Targets>;
	/** What the download was grabbed for and the library still lacks, in words for people. */
	lacking(item: QueueItem, deps: Pick<WorkerDeps, 'episodes' | 'movies'>): Promise<string[]>;
	/**
	 * Writes the file into its record in one write. Returns `changed` when the record has another file by now, or is
	 * gone. Can safely be repeated.
	 */
	record(planned: PlannedFile, deps: Pick<WorkerDeps, 'episodes' | 'movies' | 'now'>): Promise<'recorded' | 'changed'>;
}
