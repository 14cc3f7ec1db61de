import type {Collection} from 'mongodb';
import type {Connection} from 'mongoose';
import {pagesById} from '../mongo/pages-by-id.ts';
import {type CountedKind, type NumberedKind, numberedCollections, reserveNumbers, spans, takeNumbers} from '../mongo/record-numbers.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';

type Stored = {_id: string; number?: number; episodeIds?: string[]; target?: {episodeIds?: string[]}};
const read = {number: 1, episodeIds: 1, 'target.episodeIds': 1} as const;
/** Records that are read at a time while all get their numbers. */
const together = 500;

interface WriteOptions {
	ordered: boolean;
	writeConcern?: {w: number; journal: boolean};
}
const durable: WriteOptions = {ordered: false};

/** Where files lie, and what their titles are called there. */
const homes = [
	{collection: 'movies', owner: '_id'},
	{collection: 'episodes', owner: 'seriesId'},
] as const;

/** The small numbers by which programs for Radarr and Sonarr know our records. They are given once and stay. */
export function createNumberStore(connection: Connection) {
	// Mongoose's collections are the driver's.
	const rowsOf = (kind: NumberedKind) => connection.collection(numberedCollections[kind]) as unknown as Collection<Stored>;

	/**
	 * Records that were stored before numbers were, or that an undone deletion has put back from then. A number that is
	 * told to a program has to be durable by then.
	 */
	async function complete(kind: NumberedKind, rows: readonly Stored[], how: WriteOptions = durable): Promise<void> {
		const lengths = rows.map(row => spans[kind]?.(row) ?? 1);
		let next = await takeNumbers(
			connection,
			kind,
			lengths.reduce((sum, length) => sum + length, 0),
		);
		const writes = rows.map(({_id}, index) => {
			const number = next;
			next += lengths[index] ?? 1;
			return {updateOne: {filter: {_id, number: {$exists: false}}, update: {$set: {number}}}};
		});
		await inSmallSteps(writes, some => rowsOf(kind).bulkWrite(some, how));
	}

	async function find(kind: NumberedKind, ids: readonly string[]): Promise<Stored[]> {
		return rowsOf(kind)
			.find({_id: {$in: [...ids]}}, {projection: read, batchSize: ids.length + 1})
			.toArray();
	}

	/** Gives the files of one collection that have none their numbers, in order of the ids of their records. */
	async function completeFiles({collection, owner}: (typeof homes)[number], filter: object, how: WriteOptions = durable): Promise<void> {
		const stored = connection.collection<{_id: string; file: {id: string}}>(collection);
		const read = (after: string) =>
			stored
				.find({_id: {$gt: after}, ...filter, 'file.number': {$exists: false}}, {projection: {[owner]: 1, 'file.id': 1}})
				.sort({_id: 1})
				.limit(together)
				.toArray();
		for await (const rows of pagesById(together, read)) {
			// Files have no index of their own, and a file of several episodes is one of their series.
			const owners = new Map(rows.map(row => [row.file.id, String((row as Record<string, unknown>)[owner])]));
			const first = owners.size > 0 ? await takeNumbers(connection, 'file', owners.size) : 0;
			const writes = [...owners].map(([id, of], index) => ({
				updateMany: {
					filter: {[owner]: of, 'file.id': id, 'file.number': {$exists: false}},
					update: {$set: {'file.number': first + index}},
				},
			}));
			await inSmallSteps(writes, some => connection.collection(collection).bulkWrite(some, how));
		}
	}

	return {
		/** The number of each of these records that exists. */
		async of(kind: NumberedKind, ids: readonly string[]): Promise<Map<string, number>> {
			if (ids.length === 0) {
				return new Map();
			}
			const rows = await find(kind, ids);
			const without = rows.filter(({number}) => number === undefined);
			if (without.length > 0) {
				await complete(kind, without);
				return new Map((await find(kind, ids)).map(({_id, number = 0}) => [_id, number]));
			}
			return new Map(rows.map(({_id, number = 0}) => [_id, number]));
		},
		/** The ids of the records with these numbers. */
		async idsOf(kind: NumberedKind, numbers: readonly number[]): Promise<Map<number, string>> {
			const rows = await rowsOf(kind)
				.find({number: {$in: [...numbers]}}, {projection: {number: 1}, batchSize: numbers.length + 1})
				.toArray();
			return new Map(rows.map(({_id, number = 0}) => [number, _id]));
		},
		/** The record that has this number as one of its own, and which of them it is, from 0. */
		async within(kind: NumberedKind, number: number): Promise<{id: string; index: number} | null> {
			const [row] = await rowsOf(kind)
				.find({number: {$lte: number}}, {projection: read})
				.sort({number: -1})
				.limit(1)
				.toArray();
			const index = row ? number - (row.number ?? 0) : 0;
			return row && index < (spans[kind]?.(row) ?? 1) ? {id: row._id, index} : null;
		},
		/** The number of each file of a title, by the id of the file. */
		async ofFiles(kind: 'movie' | 'series', titleIds: readonly string[]): Promise<Map<string, number>> {
			const home = homes[kind === 'movie' ? 0 : 1];
			const filter = {[home.owner]: {$in: [...titleIds]}, 'file.id': {$type: 'string'}};
			await completeFiles(home, filter);
			const rows = await connection
				.collection(home.collection)
				.find(filter, {projection: {'file.id': 1, 'file.number': 1}})
				.toArray();
			return new Map(rows.map(({file}) => [file.id as string, file.number as number]));
		},
		/** The title of the file with this number. */
		async titleOfFile(kind: 'movie' | 'series', number: number): Promise<{titleId: string; fileId: string} | null> {
			const {collection, owner} = homes[kind === 'movie' ? 0 : 1];
			const row = await connection.collection(collection).findOne({'file.number': number}, {projection: {[owner]: 1, 'file.id': 1}});
			return row && {titleId: String(row[owner]), fileId: String(row['file'].id)};
		},
		/** A number for something that is stored elsewhere. */
		take: (kind: CountedKind): Promise<number> => takeNumbers(connection, kind, 1),
		/** Numbers up to this one are never given again: they came from another program. */
		reserve: (kind: CountedKind, upTo: number): Promise<void> => reserveNumbers(connection, kind, upTo),
		/** Those of these numbers that no file has had. They are never given to another one. */
		async keepFiles(numbers: readonly number[]): Promise<Set<number>> {
			const left = new Set(numbers);
			for (const {collection} of left.size > 0 ? homes : []) {
				const filter = {'file.number': {$in: [...left]}};
				const taken = await connection
					.collection(collection)
					.find(filter, {projection: {'file.number': 1}})
					.toArray();
				taken.forEach(({file}) => void left.delete(Number(file.number)));
			}
			await (left.size > 0 ? reserveNumbers(connection, 'file', Math.max(...left)) : null);
			return left;
		},
		/**
		 * Gives all records that have none their numbers, a few at a time. What a killed run has written stays. Nobody
		 * is told a number before the caller has noted durably that all have one.
		 */
		async completeAll(): Promise<void> {
			await this.reserve('tag', await highestTag(connection));
			// These are the names of the table.
			for (const kind of Object.keys(numberedCollections) as NumberedKind[]) {
				const unnumbered = (after: string) =>
					rowsOf(kind)
						.find({_id: {$gt: after}, number: {$exists: false}}, {projection: read})
						.sort({_id: 1})
						.limit(together)
						.toArray();
				for await (const rows of pagesById(together, unnumbered)) {
					await (rows.length > 0 ? complete(kind, rows, repeatable) : null);
				}
			}
			for (const home of homes) {
				await completeFiles(home, {'file.id': {$type: 'string'}}, repeatable);
			}
		},
	};
}

async function highestTag(connection: Connection): Promise<number> {
	const [last] = await connection.collection('tags').find({}).sort({number: -1}).limit(1).toArray();
	return Number(last?.['number'] ?? 0);
}
