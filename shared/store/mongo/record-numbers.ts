import {type AnyBulkWriteOperation, type Connection, type Model, type Query, Schema} from 'mongoose';

/**
 * What programs made for Radarr and Sonarr know by a number, and where it is stored. `file` is stored inside movies and
 * episodes.
 */
export const numberedCollections = {
	movie: 'movies',
	series: 'series',
	episode: 'episodes',
	queue: 'downloads',
	history: 'history',
	blocklist: 'blocklist',
	qualityProfile: 'qualityProfiles',
	customFormat: 'customFormats',
	rootFolder: 'rootFolders',
	library: 'libraries',
	indexer: 'indexers',
	downloadClient: 'downloadClients',
	notification: 'notifications',
	importList: 'importLists',
	exclusion: 'importExclusions',
	delayProfile: 'delayProfiles',
	releaseProfile: 'releaseProfiles',
	pathMapping: 'remotePathMappings',
	collection: 'titleCollections',
	autoTag: 'autoTags',
} as const;
export type NumberedKind = keyof typeof numberedCollections;
/** Tags had numbers before, and files lie inside their titles. */
export type CountedKind = NumberedKind | 'file' | 'tag' | 'command';

/** Such programs keep numbers in 32 bits with a sign. */
const highestNumber = 2 ** 31 - 1;

/** A sequel to one name of the queue has this many numbers at least: its episodes may be chosen anew. */
const numbersOfItem = 64;

/** One number for each episode: Sonarr lists a download and an entry of its history once for each. */
export const spans: Partial<Record<NumberedKind, (row: Row) => number>> = {
	queue: ({target}) => Math.max(numbersOfItem, target?.episodeIds?.length ?? 0),
	history: ({episodeIds}) => Math.max(1, episodeIds?.length ?? 0),
};

/** Records of which programs send more than we have a place for. */
const keeping: ReadonlySet<NumberedKind> = new Set<NumberedKind>([
	...(['qualityProfile', 'customFormat', 'indexer', 'downloadClient', 'notification', 'importList', 'autoTag', 'collection'] as const),
]);

interface Row {
	number?: number | null;
	episodeIds?: readonly string[] | null;
	target?: {episodeIds?: readonly string[] | null} | null;
}

interface Counter {
	_id: CountedKind;
	value: number;
}

/** The log of the database is in order: a record that was written durably proves that its number was, too. */
const unsynced = {writeConcern: {w: 1, journal: false}} as const;

const counterCollection = 'recordNumbers';
const countersOf = (connection: Connection) => connection.collection<Counter>(counterCollection);

/**
 * Takes numbers that no record has had before, and returns the first. It is no part of the transaction that stores the
 * record, because all that add records would wait for each other; one that fails leaves a gap.
 */
export async function takeNumbers(connection: Connection, kind: CountedKind, count: number): Promise<number> {
	const change = {$inc: {value: count}};
	const last = await countersOf(connection).findOneAndUpdate({_id: kind}, change, {upsert: true, returnDocument: 'after', ...unsynced});
	const value = last?.value ?? count;
	if (value > highestNumber) {
		throw new Error(`There are no numbers left for records of the kind ${kind}.`);
	}
	return value - count + 1;
}

/** Numbers up to this one are never given again. */
export async function reserveNumbers(connection: Connection, kind: CountedKind, upTo: number): Promise<void> {
	await countersOf(connection).updateOne({_id: kind}, {$max: {value: upTo}}, {upsert: true, ...unsynced});
}

const isNumber = (number: unknown): number is number =>
	Number.isInteger(number) && (number as number) > 0 && (number as number) <= highestNumber;

/** Numbers that records bring from another program are kept, unless other records have them. */
async function keptOf(connection: Connection, kind: NumberedKind, rows: readonly Row[]): Promise<ReadonlySet<number>> {
	const wanted = [...new Set(rows.map(({number}) => number).filter(isNumber))];
	if (wanted.length === 0) {
		return new Set();
	}
	await reserveNumbers(connection, kind, Math.max(...wanted));
	const taken = await connection
		.collection(numberedCollections[kind])
		.find({number: {$in: wanted}}, {projection: {number: 1}})
		.toArray();
	return new Set(wanted).difference(new Set(taken.map(({number}) => Number(number))));
}

/** Gives these new rows their numbers. */
async function giveNumbers(connection: Connection, kind: NumberedKind, rows: readonly Row[]): Promise<void> {
	const kept = new Set(await keptOf(connection, kind, rows));
	const without = rows.filter(({number}) => !(isNumber(number) && kept.delete(number)));
	if (without.length === 0) {
		return;
	}
	const lengths = without.map(row => spans[kind]?.(row) ?? 1);
	let next = await takeNumbers(
		connection,
		kind,
		lengths.reduce((sum, length) => sum + length, 0),
	);
	for (const [index, row] of without.entries()) {
		row.number = next;
		next += lengths[index] ?? 1;
	}
}

/**
 * Gives each record that is stored by this schema a number, and room for what programs send that we have no place for.
 * Records show neither: only `numbers` and `kept` of the stores read them.
 */
export function numberRecords<T>(schema: Schema<T>, kind: NumberedKind): void {
	if (schema.path('number')) {
		return;
	}
	// No parts of the record's type.
	const kept = keeping.has(kind) ? {kept: {type: Schema.Types.Mixed, select: false}} : {};
	schema.add({number: {type: Number, select: false, default: undefined}, ...kept} as never);
	schema.index({number: 1}, {unique: true, sparse: true});
	schema.pre('save', async function () {
		await (this.isNew && giveNumbers(this.db, kind, [this as Row]));
	});
	schema.pre('insertMany', async function (this: Model<T>, rows: unknown) {
		await giveNumbers(this.db, kind, (Array.isArray(rows) ? rows : [rows]) as Row[]);
	} as never); // mongoose knows no types for the hooks of models
	schema.pre('bulkWrite', async function (this: Model<T>, writes: AnyBulkWriteOperation[]) {
		await giveNumbers(this.db, kind, writes.flatMap(newRowOf));
	} as never);
	schema.pre('updateOne', async function (this: Query<unknown, T>) {
		const update = this.getUpdate();
		if (this.getOptions().upsert && update && !Array.isArray(update)) {
			const first = {...(update.$setOnInsert as Row | undefined)};
			await giveNumbers(this.model.db, kind, [first]);
			this.setUpdate({...update, $setOnInsert: first} as never);
		}
	});
}

/** The row that a write may insert. */
function newRowOf(write: AnyBulkWriteOperation): Row[] {
	if ('insertOne' in write) {
		return [write.insertOne.document as Row];
	}
	if (!('updateOne' in write && write.updateOne.upsert) || Array.isArray(write.updateOne.update)) {
		return [];
	}
	const update = write.updateOne.update as {$setOnInsert?: Row};
	update.$setOnInsert = {...update.$setOnInsert};
	return [update.$setOnInsert];
}

/** Gives new library files their numbers. One that brings a number keeps it. */
export async function numberFiles<F extends {number?: number}>(connection: Connection, files: readonly F[]): Promise<F[]> {
	const given = files.filter(({number}) => isNumber(number));
	const count = files.length - given.length;
	let next = count > 0 ? await takeNumbers(connection, 'file', count) : 0;
	return files.map(file => {
		if (isNumber(file.number)) {
			return file;
		}
		next += 1;
		return {...file, number: next - 1};
	});
}
