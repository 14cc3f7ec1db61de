import type {Movie} from '../../domain/media/movie.ts';
import {type AddedBy, withYear} from '../../domain/media/title.ts';
import {removedMovie, removedSeries} from '../../domain/notifications/notified-title.ts';
import type {EventTitle} from '../../events/library.ts';
import type {HistoryEntry, UnnotifiedEntry} from '../downloads/history-schema.ts';
import type {AlsoWriteGone} from '../mongo/transaction.ts';

type TitleKind = EventTitle['kind'];

type Entered = Pick<Movie, 'title' | 'year' | 'metaId'> & {_id: string};

/** What is read of a title that goes. */
export type Leaving = Entered &
	Pick<Movie, 'imdbId' | 'posterUrl' | 'libraryId' | 'path'> & {tags?: string[]; number?: number; tvMetaId?: number | null};
export const leavingFields = {
	...{title: 1, year: 1, metaId: 1, imdbId: 1, posterUrl: 1, libraryId: 1, path: 1, tags: 1, number: 1},
} as const;

/** A removal of titles: what is written in the same step, and the files that are deleted with them, if any. */
export interface Removal {
	alsoWrite: AlsoWriteGone | null;
	at: Date;
	files?: LeavingFiles | null;
}

/** The entry of the history for a title that goes, with what messages say about it. */
export function leavingEntry(
	kind: TitleKind,
	title: Leaving,
	{at, files}: {at: Date; files: LeavingFiles | null},
): Omit<UnnotifiedEntry, 'id'> {
	const known = {...title, id: title._id, tags: title.tags ?? []};
	const media = kind === 'movie' ? removedMovie(known) : removedSeries({...known, tvMetaId: title.tvMetaId ?? null});
	const entry = titleEntry('titleRemoved', kind, title, {at});
	const size = files?.sizes.get(title._id) ?? 0;
	return {...entry, data: {...entry.data, deletedFiles: files !== null, ...(size > 0 && {size})}, media};
}

/** Bytes of the files that are deleted with each title. */
export interface LeavingFiles {
	sizes: ReadonlyMap<string, number>;
}

/** The entry of the history for a title that comes or goes. */
export function titleEntry(
	event: 'titleAdded' | 'titleRemoved',
	kind: TitleKind,
	{_id, title, year, metaId}: Entered,
	{addedBy = null, at}: {addedBy?: AddedBy | null; at: Date},
): Omit<HistoryEntry, 'id'> {
	return {
		event,
		title: withYear(title, year),
		movieId: kind === 'movie' ? _id : null,
		seriesId: kind === 'series' ? _id : null,
		episodeIds: [],
		quality: null,
		qualityScore: null,
		indexer: null,
		downloadClient: null,
		downloadId: null,
		data: {metaId, ...(addedBy && {addedBy: addedBy.kind, addedById: addedBy.id})},
		timestamp: at,
	};
}
