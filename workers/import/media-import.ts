import type {ImportMedia, PlannedFile, QueueItem, StatusMessage} from '#shared/domain/downloads/queue-item.ts';
import type {DownloadedFile} from '#shared/domain/imports/sort-files.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** One video of a download, and what of the library it becomes. */
export interface ImportTarget {
	video: DownloadedFile;
	media: ImportMedia;
	profile: QualityProfile;
	/** Of the title, as the metadata provider tells it. */
	originalLanguage: string | null;
	/** The files that it would replace. */
	present: MediaFile[];
	/** Root folder of the library that it goes to. */
	root: string;
	/** Absolute path of the file in the library. */
	pathOf(file: NamedFile): string;
	/** Further videos that belong to the same record: the later parts of a film. */
	furtherParts: DownloadedFile[];
}

export interface Targets {
	targets: ImportTarget[];
	/** Videos that belong to no record of ours, with the reason. */
	refused: StatusMessage[];
}

/** How files become part of the library; one implementation a kind of media. */
export interface MediaImport {
	/**
	 * Which records the videos (largest first) of this download belong to. Throws ImportRefused when the whole download
	 * belongs to none.
	 */
	findTargets(item: QueueItem, videos: readonly [DownloadedFile, ...DownloadedFile[]], deps: WorkerDeps): Promise<Targets>;
	/**
	 * Writes the file into its record in one write; `changed` when the record has got another file or is gone.
	 * Repeating it is harmless.
	 */
	record(planned: PlannedFile, deps: WorkerDeps): Promise<'recorded' | 'changed'>;
}
