import type {Connection} from 'mongoose';
import type {CountedFile, CountedTitle} from '../../domain/media/statistics.ts';

/** A title as statistics count it. */
export type ReadTitle = CountedTitle & {id: string; tags: string[]; file: CountedFile | null};

const together = 1000;
const fileFields = {
	'file.size': 1,
	'file.quality': 1,
	'file.mediaInfo.resolution': 1,
	'file.mediaInfo.videoCodec': 1,
	'file.mediaInfo.dynamicRange': 1,
} as const;
const titleFields = {libraryId: 1, monitored: 1, qualityProfileId: 1, rootFolderPath: 1, year: 1, addedAt: 1, tags: 1} as const;

interface StoredTitle {
	_id: string;
	libraryId?: string | null;
	monitored: boolean;
	qualityProfileId: string;
	rootFolderPath: string;
	year: number | null;
	addedAt: Date;
	tags?: string[];
	file?: CountedFile | null;
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
					const file = row.file ?? null;
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
		/** The files of episodes, those of a series one after another. A file with several episodes comes once. */
		async *episodeFiles(): AsyncGenerator<{seriesId: string; file: CountedFile}[]> {
			const projection = {_id: 0, seriesId: 1, 'file.id': 1, ...fileFields};
			const sort = {seriesId: 1, seasonNumber: 1, episodeNumber: 1} as const;
			const rows = connection
				.collection<{seriesId: string; file: CountedFile & {id: string}}>('episodes')
				.find({hasFile: true}, {projection, sort, hint: sort, batchSize: together});
			let of = '';
			let seen = new Set<string>();
			for await (const some of inBatches(rows)) {
				yield some.filter(({seriesId, file}) => {
					seen = seriesId === of ? seen : new Set();
					of = seriesId;
					const isNew = !seen.has(file.id);
					seen.add(file.id);
					return isNew;
				});
			}
		},
	};
}

/** A whole reply at a time, because waiting for each row takes long; the next one is on its way meanwhile. */
async function* inBatches<Row>(rows: Rows<Row>): AsyncGenerator<Row[]> {
	try {
		let isAny = await rows.hasNext();
		while (isAny) {
			const some = rows.readBufferedDocuments();
			const next = rows.hasNext();
			// Its failure shows when it is awaited.
			next.catch(() => {});
			yield some;
			isAny = await next;
		}
	} finally {
		await rows.close();
	}
}

/** What is used of the driver's cursor. */
interface Rows<Row> {
	hasNext(): Promise<boolean>;
	readBufferedDocuments(): Row[];
	close(): Promise<void>;
}
