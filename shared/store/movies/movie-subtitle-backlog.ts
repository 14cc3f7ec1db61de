import type {Model} from 'mongoose';
import type {Subtitle} from '../../domain/media/subtitle.ts';
import type {StoredMovie} from './movie-schema.ts';

/** A movie whose subtitles may be searched. */
export interface MovieWithSubtitles {
	id: string;
	title: string;
	year: number | null;
	fileId: string;
	monitored: boolean;
	missing: string[];
	/** Empty where only missing ones were asked for. */
	list: Subtitle[];
}

interface Row {
	_id: string;
	title: string;
	year: number | null;
	monitored: boolean;
	file: {id: string; subtitles?: {missing?: string[]; list?: Subtitle[]} | null} | null;
}

const fields = {title: 1, year: 1, monitored: 1, 'file.id': 1, 'file.subtitles.missing': 1} as const;
const batchSize = 500;

/** Movies whose subtitles may be searched, found by indexes of their own. */
export function movieSubtitleBacklog(movies: Model<StoredMovie>) {
	async function* stream(filter: Record<string, unknown>, projection: Record<string, 1>): AsyncGenerator<MovieWithSubtitles> {
		// Mongoose types cursors by the whole document.
		for await (const row of movies.find(filter, projection).lean<Row[]>().cursor({batchSize})) {
			yield toMovie(row as unknown as Row);
		}
	}

	return {
		/** Movies whose file lacks a subtitle that is wanted, in order of id. */
		missingSubtitles: (id?: string) => stream({'file.subtitles.missing.0': {$gt: ''}, ...(id !== undefined && {_id: id})}, fields),
		/** Movies that got a subtitle from us since then. */
		downloadedSubtitles: (since: Date, id?: string) =>
			stream(
				{
					'file.subtitles.list.source': 'downloaded',
					'file.subtitles.list.downloadedAt': {$gte: since},
					...(id !== undefined && {_id: id}),
				},
				{...fields, 'file.subtitles.list': 1},
			),
		/** Of these movies, those with a file whose subtitles are missing or were never read. */
		async wantingSubtitles(ids: readonly string[]): Promise<MovieWithSubtitles[]> {
			const isOpen = {$or: [{'file.subtitles.missing.0': {$gt: ''}}, {'file.subtitles': null}]};
			const rows = await movies.find({_id: {$in: [...ids]}, file: {$ne: null}, ...isOpen}, fields).lean<Row[]>();
			return rows.map(toMovie);
		},
	};
}

function toMovie({_id, title, year, monitored, file}: Row): MovieWithSubtitles {
	const {missing = [], list = []} = file?.subtitles ?? {};
	return {id: _id, title, year, monitored, fileId: file?.id ?? '', missing, list};
}
