import type {Connection} from 'mongoose';
import type {CountedFiles, CountedTitle} from '../../domain/media/statistics.ts';

/** A title as statistics count it. */
export type ReadTitle = CountedTitle & {id: string; tags: string[]; file: CountedFiles | null};

const together = 1000;
/** Series whose episodes are read together. */
const seriesTogether = 200;
const fileFields = {
	'file.size': 1,
	'file.quality': 1,
	'file.mediaInfo.resolution': 1,
	'file.mediaInfo.videoCodec': 1,
	'file.mediaInfo.dynamicRange': 1,
} as const;
const titleFields = {libraryId: 1, monitored: 1, qualityProfileId: 1, rootFolderPath: 1, year: 1, addedAt: 1, tags: 1} as const;

type Alike = Pick<CountedFiles, 'quality' | 'mediaInfo'>;
type StoredFile = Alike & {size: number};

interface FilesOfSeries {
	_id: {seriesId: string} & Partial<Alike>;
	count: number;
	bytes: number;
}

const byNumber = {seriesId: 1, seasonNumber: 1, episodeNumber: 1};
/** MongoDB counts them, because a million files would have to be sent otherwise. */
const alike = [
	{
		$group: {
			_id: {seriesId: '$seriesId', id: '$file.id'},
			size: {$first: '$file.size'},
			quality: {$first: '$file.quality'},
			resolution: {$first: '$file.mediaInfo.resolution'},
			videoCodec: {$first: '$file.mediaInfo.videoCodec'},
			dynamicRange: {$first: '$file.mediaInfo.dynamicRange'},
			hasInfo: {$first: {$gt: ['$file.mediaInfo', null]}},
		},
	},
	{
		$group: {
			_id: {
				seriesId: '$_id.seriesId',
				quality: '$quality',
				mediaInfo: {$cond: ['$hasInfo', {resolution: '$resolution', videoCodec: '$videoCodec', dynamicRange: '$dynamicRange'}, null]},
			},
			count: {$sum: 1},
			bytes: {$sum: '$size'},
		},
	},
];

interface StoredTitle {
	_id: string;
	libraryId?: string | null;
	monitored: boolean;
	qualityProfileId: string;
	rootFolderPath: string;
	year: number | null;
	addedAt: Date;
	tags?: string[];
	file?: StoredFile | null;
	status?: string;
	downloaded?: boolean;
	episodeCount?: number;
	episodeFileCount?: number;
	totalEpisodeCount?: number;
}

/** Reads all titles and files once, some at a time, and only the fields that are counted. */
export function readCountedTitles(connection: Connection) {
	const toTitle = (row: StoredTitle) => ({
		id: row._id,
		libraryId: row.libraryId ?? null,
		monitored: row.monitored,
		qualityProfileId: row.qualityProfileId,
		rootFolderPath: row.rootFolderPath,
		year: row.year ?? null,
		addedAt: row.addedAt,
		tags: row.tags ?? [],
	});
	return {
		async *movies(): AsyncGenerator<ReadTitle[]> {
			const projection = {...titleFields, ...fileFields};
			const rows = connection.collection<StoredTitle>('movies').find({}, {projection, batchSize: together});
			for await (const some of inBatches(rows)) {
				yield some.map(row => {
					const {size = 0, quality = '', mediaInfo = null} = row.file ?? {};
					const file = row.file ? {quality, mediaInfo, bytes: size, count: 1} : null;
					const missing = row.monitored && !file;
					return {...toTitle(row), file, complete: file !== null, missing, status: null, episodes: null};
				});
			}
		},
		async *series(): AsyncGenerator<ReadTitle[]> {
			const counts = {status: 1, downloaded: 1, episodeCount: 1, episodeFileCount: 1, totalEpisodeCount: 1};
			const rows = connection.collection<StoredTitle>('series').find({}, {projection: {...titleFields, ...counts}, batchSize: together});
			for await (const some of inBatches(rows)) {
				yield some.map(row => {
					const {status = null, downloaded: complete = false, episodeCount: wanted = 0, episodeFileCount: withFile = 0} = row;
					const episodes = {all: row.totalEpisodeCount ?? 0, wanted, withFile};
					return {...toTitle(row), file: null, complete, missing: row.monitored && withFile < wanted, status, episodes};
				});
			}
		},
		/** The files of these series, those that are alike together. A file with several episodes counts once. */
		async *episodeFiles(seriesIds: readonly string[]): AsyncGenerator<{seriesId: string; files: CountedFiles}[]> {
			const episodes = connection.collection('episodes');
			for (let start = 0; start < seriesIds.length; start += seriesTogether) {
				const ids = seriesIds.slice(start, start + seriesTogether);
				const rows = episodes.aggregate<FilesOfSeries>([{$match: {seriesId: {$in: ids}, hasFile: true}}, ...alike], {hint: byNumber});
				yield (await rows.toArray()).map(({_id: {seriesId, quality, mediaInfo}, ...sums}) => ({
					seriesId,
					files: {quality: quality ?? '', mediaInfo: mediaInfo ?? null, ...sums},
				}));
			}
		},
	};
}

async function* inBatches<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
	let some: Row[] = [];
	for await (const row of rows) {
		some.push(row);
		if (some.length === together) {
			yield some;
			some = [];
		}
	}
	yield some;
}
