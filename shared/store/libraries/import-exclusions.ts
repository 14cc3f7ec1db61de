import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {readPage} from '../../lists/page.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord, unlessMadeMeanwhile} from '../mongo/records.ts';

export const exclusionTypes = ['movie', 'series'] as const;
export type ExclusionType = (typeof exclusionTypes)[number];

/** A title that is never added automatically, neither by a library's backfill nor by a list. */
export interface ImportExclusion {
	id: string;
	type: ExclusionType;
	metaId: number;
	/** Id of a series at the TV metadata provider, by which programs made for Sonarr know it; missing where unknown. */
	tvMetaId?: number | null;
	title: string;
	year: number | null;
	/** The library that does not get it; null for all of them. */
	libraryId: string | null;
	createdAt: Date;
	updatedAt: Date;
}

/** The default for exclusions stored by earlier versions. */
const inAllLibraries = {libraryId: null};

type KnownElsewhere = Pick<ImportExclusion, 'tvMetaId'>;
export type NewImportExclusion = Pick<ImportExclusion, 'type' | 'metaId' | 'title' | 'year' | 'libraryId'>;
const exclusionSchema = new Schema<Stored<ImportExclusion>>(
	{
		_id: String,
		type: {type: String},
		metaId: Number,
		tvMetaId: Number,
		title: String,
		year: Number,
		libraryId: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(exclusionSchema, 'exclusion');
/** It has the name of the index that it replaces. A title can be excluded from all libraries only once. */
exclusionSchema.index({type: 1, metaId: 1, libraryId: 1}, {unique: true, name: 'type_1_metaId_1'});
exclusionSchema.index({createdAt: -1, _id: -1});

export function createImportExclusionStore(connection: Connection) {
	const exclusions = connection.model<Stored<ImportExclusion>>('ImportExclusion', exclusionSchema, 'importExclusions');
	const {get, insert, update, remove, open} = createRecords<ImportExclusion>({
		model: exclusions,
		kind: 'import exclusion',
		open: row => ({...inAllLibraries, ...toRecord<ImportExclusion>(row)}),
		taken: {message: () => 'An import exclusion for this title and this library already exists.'},
	});

	return {
		get,
		remove,
		/** Is this title excluded from a library? */
		async has(type: ExclusionType, metaId: number, libraryId: string | null): Promise<boolean> {
			return (await exclusions.exists({type, metaId, libraryId: {$in: [null, libraryId]}})) !== null;
		},
		/** Which of these titles are excluded, from every library or from this one. */
		async among(type: ExclusionType, metaIds: readonly number[], libraryId: string | null = null): Promise<Set<number>> {
			const here = {$in: [...new Set([null, libraryId])]};
			return new Set(await exclusions.distinct('metaId', {type, metaId: {$in: [...metaIds]}, libraryId: here}));
		},
		/** The titles among these that are excluded from their own libraries. */
		async ofTitles<T extends Pick<ImportExclusion, 'metaId' | 'libraryId'>>(type: ExclusionType, titles: readonly T[]): Promise<Set<T>> {
			const metaIds = titles.map(({metaId}) => metaId);
			const rows = await exclusions
				.find({type, metaId: {$in: metaIds}}, {metaId: 1, libraryId: 1})
				.lean<Pick<ImportExclusion, 'metaId' | 'libraryId'>[]>();
			const byMetaId = Map.groupBy(rows, ({metaId}) => metaId);
			const isExcluded = ({metaId, libraryId}: T) => byMetaId.get(metaId)?.some(row => (row.libraryId ?? libraryId) === libraryId) ?? false;
			return new Set(titles.filter(isExcluded));
		},
		/** Those of all libraries, which are for movies or for series. */
		async ofType(type: ExclusionType): Promise<ImportExclusion[]> {
			return (await exclusions.find({type, libraryId: null}).lean<Stored<ImportExclusion>[]>()).map(open);
		},
		/** Newest first. */
		async page({page, limit}: {page: number; limit: number}): Promise<{importExclusions: ImportExclusion[]; total: number}> {
			const order = {createdAt: -1, _id: -1} as const;
			const options = {filter: {}, sort: order, page, limit} as const;
			const {rows, total} = await readPage<Stored<ImportExclusion>, Stored<ImportExclusion>>(exclusions, options);
			return {importExclusions: rows.map(open), total};
		},
		add: (exclusion: NewImportExclusion & KnownElsewhere, now: Date) => insert({...exclusion, ...madeAt(now)}),
		/** Adds those that are missing. */
		async ensure(all: readonly (NewImportExclusion & KnownElsewhere)[], now: Date): Promise<void> {
			const writes = all.map(({type, metaId, libraryId, ...rest}) => ({
				updateOne: {
					filter: {type, metaId, libraryId},
					update: {$setOnInsert: {_id: randomUUID(), ...rest, ...madeAt(now)}},
					upsert: true,
				},
			}));
			await (writes.length > 0 ? exclusions.bulkWrite(writes, {ordered: false}).catch(unlessMadeMeanwhile) : null);
		},
		/** Removes the exclusions of a title that has been added again, for these libraries. */
		async drop({type, metaId}: Pick<ImportExclusion, 'type' | 'metaId'>, libraryIds: readonly (string | null)[]): Promise<void> {
			await exclusions.deleteMany({type, metaId, libraryId: {$in: [...libraryIds]}});
		},
		change: (id: string, change: Partial<NewImportExclusion>, now: Date) => update(id, {...change, updatedAt: now}),
	};
}
