import type {Connection} from 'mongoose';
import {stemOf} from '../../domain/imports/sort-files.ts';
import {inOneReply} from '../mongo/small-steps.ts';

/** A file of a movie or series, as its record has it. */
export interface RecordedFile {
	kind: 'movie' | 'series';
	/** Of the title. */
	id: string;
	path: string;
}

type Kind = RecordedFile['kind'];

/** Where the files of each kind are recorded, and the field with the id of their title. */
const records = {movie: {collection: 'movies', id: '_id'}, series: {collection: 'episodes', id: 'seriesId'}} as const;
const kinds = Object.keys(records) as Kind[];

/** More titles than have files of one name. */
const maxNamed = 20;

export type RecordedFileStore = ReturnType<typeof createRecordedFileStore>;

/** The files of the library by their paths, whosever they are. Answered by the index on paths, without their titles. */
export function createRecordedFileStore(connection: Connection) {
	interface Row {
		_id: string;
		seriesId?: string;
		file: {path: string};
	}

	const filesOf = (kind: Kind) => connection.collection<Row>(records[kind].collection);

	async function read(kind: Kind, path: object, {limit, ...options}: {limit?: number; batchSize?: number} = {}): Promise<string[]> {
		const rows = filesOf(kind).find({'file.path': path}, {projection: {_id: 0, 'file.path': 1}, ...(limit && {limit}), ...options});
		return (await rows.toArray()).map(({file}) => file.path);
	}

	return {
		/** Which of these paths are files of titles, of one kind if it is given. */
		async among(paths: readonly string[], kind?: Kind): Promise<Set<string>> {
			const asked = paths.length === 0 ? [] : kinds.filter(each => (kind ?? each) === each);
			return new Set((await Promise.all(asked.map(each => read(each, {$in: [...paths]}, inOneReply(paths))))).flat());
		},
		/** How many files are below a folder; one with several episodes counts for each. */
		async countBelow(folder: string): Promise<number> {
			const counts = await Promise.all(kinds.map(kind => filesOf(kind).countDocuments({'file.path': between(folder)})));
			return counts.reduce((sum, count) => sum + count, 0);
		},
		/** Some of the files below a folder by path, `max` of each kind. */
		async below(folder: string, max: number): Promise<Pick<RecordedFile, 'kind' | 'path'>[]> {
			const paths = await Promise.all(kinds.map(kind => read(kind, between(folder), {limit: max})));
			return kinds.flatMap((kind, index) => paths[index]!.map(path => ({kind, path}))); // read for each kind
		},
		/** Those that are called like this video, whatever their extension. */
		async called(video: string): Promise<RecordedFile[]> {
			const stem = `${video.slice(0, video.lastIndexOf('/'))}/${stemOf(video)}`;
			// `/` is the character after `.`.
			const filter = {'file.path': {$gte: `${stem}.`, $lt: `${stem}/`}};
			const found = await Promise.all(
				kinds.map(async kind => {
					const field = records[kind].id;
					const rows = await filesOf(kind)
						.find(filter, {projection: {[field]: 1, 'file.path': 1}, limit: maxNamed})
						.toArray();
					return rows.map(row => ({kind, id: row[field] ?? '', path: row.file.path}));
				}),
			);
			return found.flat();
		},
	};
}

/** The paths below a folder. `0` is the character after `/`. */
export function between(folder: string): {$gte: string; $lt: string} {
	return folder === '/' ? {$gte: '/', $lt: '0'} : {$gte: `${folder}/`, $lt: `${folder}0`};
}
