import type {Subtitle} from '../../domain/media/subtitle.ts';
import type {SeriesModels} from './count-series.ts';

/** An episode whose subtitles may be searched. */
export interface EpisodeWithSubtitles {
	id: string;
	seriesId: string;
	seriesTitle: string;
	seasonNumber: number;
	episodeNumber: number;
	fileId: string;
	/** The episode and its series. */
	monitored: boolean;
	missing: string[];
	/** Empty where only missing ones were asked for. */
	list: Subtitle[];
}

interface Row {
	_id: string;
	seriesId: string;
	seasonNumber: number;
	episodeNumber: number;
	monitored: boolean;
	file: {id: string; subtitles?: {missing?: string[]; list?: Subtitle[]} | null} | null;
}

const fields = {seriesId: 1, seasonNumber: 1, episodeNumber: 1, monitored: 1, 'file.id': 1, 'file.subtitles.missing': 1} as const;
const batchSize = 500;

export interface EpisodeSubtitleBacklog {
	/** Episodes whose file lacks a subtitle that is wanted, in order of id. */
	missingSubtitles(seriesId?: string): AsyncIterable<EpisodeWithSubtitles>;
	/** Episodes that got a subtitle from us since then. */
	downloadedSubtitles(since: Date, seriesId?: string): AsyncIterable<EpisodeWithSubtitles>;
	/** Of these episodes, those with a file whose subtitles are missing or were never read. */
	wantingSubtitles(ids: readonly string[]): Promise<EpisodeWithSubtitles[]>;
}

/** Episodes whose subtitles may be searched, found by indexes of their own. */
export function episodeSubtitleBacklog({series, episodes}: SeriesModels): EpisodeSubtitleBacklog {
	async function* stream(filter: Record<string, unknown>, projection: Record<string, 1>): AsyncGenerator<EpisodeWithSubtitles> {
		let batch: Row[] = [];
		for await (const row of episodes.find(filter, projection).lean<Row[]>().cursor({batchSize})) {
			// Mongoose types cursors by the whole document.
			batch.push(row as unknown as Row);
			if (batch.length >= batchSize) {
				yield* await withSeries(series, batch);
				batch = [];
			}
		}
		yield* await withSeries(series, batch);
	}

	return {
		missingSubtitles: (seriesId?: string) =>
			stream({'file.subtitles.missing.0': {$gt: ''}, ...(seriesId !== undefined && {seriesId})}, fields),
		downloadedSubtitles: (since: Date, seriesId?: string) =>
			stream(
				{
					'file.subtitles.list.source': 'downloaded',
					'file.subtitles.list.downloadedAt': {$gte: since},
					...(seriesId !== undefined && {seriesId}),
				},
				{...fields, 'file.subtitles.list': 1},
			),
		async wantingSubtitles(ids: readonly string[]): Promise<EpisodeWithSubtitles[]> {
			const isOpen = {$or: [{'file.subtitles.missing.0': {$gt: ''}}, {'file.subtitles': null}]};
			return withSeries(series, await episodes.find({_id: {$in: [...ids]}, file: {$ne: null}, ...isOpen}, fields).lean<Row[]>());
		},
	};
}

async function withSeries(series: SeriesModels['series'], rows: readonly Row[]): Promise<EpisodeWithSubtitles[]> {
	const ids = [...new Set(rows.map(({seriesId}) => seriesId))];
	const found = await series.find({_id: {$in: ids}}, {title: 1, monitored: 1}).lean<{_id: string; title: string; monitored: boolean}[]>();
	const known = new Map(found.map(each => [each._id, each]));
	return rows.flatMap(row => {
		const owner = known.get(row.seriesId);
		return owner ? [toEpisode(row, owner)] : [];
	});
}

function toEpisode({_id, file, monitored, ...row}: Row, owner: {title: string; monitored: boolean}): EpisodeWithSubtitles {
	const {missing = [], list = []} = file?.subtitles ?? {};
	return {...row, id: _id, seriesTitle: owner.title, monitored: monitored && owner.monitored, fileId: file?.id ?? '', missing, list};
}
