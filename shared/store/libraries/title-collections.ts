import {randomUUID} from 'node:crypto';
import type {Document} from 'mongodb';
import {type ClientSession, type Connection, type QueryFilter, Schema} from 'mongoose';
import {searchForm, sortTitle} from '../../domain/media/sort-title.ts';
import {
	type CollectionChoice,
	type CollectionDetails,
	collectionAgeMs,
	maxParts,
	type TitleCollection,
} from '../../domain/media/title-collection.ts';
import {type ListFilter, pathsWithin, searchConditions, searchIndex, searchParts} from '../../lists/filter.ts';
import {byText, type Documents, orderIndex} from '../../lists/ordered.ts';
import {createPager, type Page} from '../../lists/pager.ts';
import {createRevisions, members} from '../../lists/revisions.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord, unlessMadeMeanwhile} from '../mongo/records.ts';
import {type Uses, usesOf} from '../titles/title-uses.ts';

interface StoredCollection extends Stored<TitleCollection> {
	searchTitles: string[];
	searchParts: string[];
}

const hidden = {searchTitles: 0, searchParts: 0} as const;
const byTitle = byText('sortTitle', {columns: ['monitored', 'missing']});

const collectionSchema = new Schema<StoredCollection>(
	{
		_id: String,
		metaId: Number,
		title: String,
		sortTitle: String,
		searchTitles: [String],
		searchParts: [String],
		overview: String,
		posterUrl: String,
		parts: [{_id: false, metaId: Number, title: String, year: Number, releaseDate: Date, posterUrl: String}],
		partCount: Number,
		monitored: Boolean,
		libraryId: String,
		rootFolderPath: String,
		qualityProfileId: String,
		minimumAvailability: String,
		searchOnAdd: Boolean,
		tags: {type: [String], default: undefined},
		declined: [Number],
		missing: Number,
		movieCount: Number,
		refreshedAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(collectionSchema, 'collection');
collectionSchema.index({metaId: 1}, {unique: true});
collectionSchema.index(...orderIndex(byTitle));
collectionSchema.index({searchParts: 1}, {name: searchIndex});
collectionSchema.index({monitored: 1, refreshedAt: 1});
// Few have a folder or a profile of their own.
collectionSchema.index({rootFolderPath: 1}, {partialFilterExpression: {rootFolderPath: {$gt: ''}}});
collectionSchema.index({qualityProfileId: 1}, {partialFilterExpression: {qualityProfileId: {$gt: ''}}});
// Few have tags.
collectionSchema.index({tags: 1}, {partialFilterExpression: {'tags.0': {$exists: true}}});

export interface CollectionsQuery {
	page: number;
	limit: number;
	monitored?: boolean;
	/** Only collections with missing films, or only complete ones. */
	missing?: boolean;
	search?: string;
}

/** The fields of a collection from which its missing films are counted. */
export type CollectionToCount = Pick<TitleCollection, 'id' | 'parts' | 'declined' | 'missing' | 'movieCount' | 'refreshedAt'>;

const named = (title: string) => ({
	title,
	sortTitle: sortTitle(title),
	searchTitles: [searchForm(title)],
	searchParts: searchParts([searchForm(title)]),
});

/** The fields of a collection of which only the name is known. */
const fresh = ({title}: {title: string}, now: Date) => ({
	_id: randomUUID(),
	...named(title),
	overview: null,
	posterUrl: null,
	parts: [],
	partCount: null,
	monitored: false,
	libraryId: null,
	rootFolderPath: null,
	qualityProfileId: null,
	minimumAvailability: null,
	searchOnAdd: true,
	tags: [],
	missing: null,
	movieCount: 1,
	refreshedAt: null,
	...madeAt(now),
});

/** Collections of films, such as trilogies. They come with the films of the library that name them. */
export function createTitleCollectionStore(connection: Connection) {
	const collections = connection.model<StoredCollection>('TitleCollection', collectionSchema, 'titleCollections');
	const {find, get, update, open} = createRecords<TitleCollection, StoredCollection>({
		model: collections,
		kind: 'collection',
		hidden,
		// Older ones are stored without tags.
		open: row => ({...toRecord<TitleCollection>(row), tags: row.tags ?? []}),
	});
	const revisions = createRevisions(connection, 'titleCollections');
	// Mongoose's collection is the driver's.
	const pager = createPager({documents: () => collections.collection as unknown as Documents, revisions, counted: byTitle});

	return {
		find,
		get,
		async findByMetaId(metaId: number): Promise<TitleCollection | null> {
			const found = await collections.findOne({metaId}, hidden).lean<StoredCollection>();
			return found && open(found);
		},
		async all(limit: number): Promise<TitleCollection[]> {
			const rows = await collections.find({}, hidden).sort({_id: 1}).limit(limit).lean<StoredCollection[]>();
			return rows.map(open);
		},
		async findByMetaIds(metaIds: readonly number[]): Promise<TitleCollection[]> {
			return (await collections.find({metaId: {$in: [...metaIds]}}, hidden).lean<StoredCollection[]>()).map(open);
		},
		// With the filter of the index, because MongoDB does not see that the pattern implies it.
		usesOfFolder: (path: string): Promise<Uses> => usesOf(collections, {rootFolderPath: {...pathsWithin(path), $gt: ''}}),
		usesOfProfile: (qualityProfileId: string): Promise<Uses> => usesOf(collections, {qualityProfileId}),
		page: ({page, limit, ...filters}: CollectionsQuery, projection: Document): Promise<Page> =>
			pager.page({filter: toFilter(filters), order: byTitle, isDownward: false, page, limit, projection}),
		/** Adds the collections that are not known yet; returns how many. */
		async ensure(all: readonly Pick<TitleCollection, 'metaId' | 'title'>[], now: Date): Promise<number> {
			const ids = all.map(({metaId}) => metaId);
			const known = new Set(await collections.distinct('metaId', {metaId: {$in: ids}}));
			const writes = all
				.filter(({metaId}) => !known.has(metaId))
				.map(each => ({
					updateOne: {filter: {metaId: each.metaId}, update: {$setOnInsert: {...fresh(each, now), declined: []}}, upsert: true},
				}));
			if (writes.length > 0) {
				await revisions.during([members], () => collections.bulkWrite(writes, {ordered: false}).catch(unlessMadeMeanwhile));
			}
			return writes.length;
		},
		/** Removes unmonitored ones without a film in the library or in memory; returns how many. */
		async removeUnused(used: ReadonlySet<number>): Promise<number> {
			const filter = {monitored: false, 'declined.0': {$exists: false}};
			const rows = await collections.find(filter, {metaId: 1}).lean<{_id: string; metaId: number}[]>();
			const unused = rows.filter(({metaId}) => !used.has(metaId)).map(({_id}) => _id);
			if (unused.length === 0) {
				return 0;
			}
			const remove = () => collections.deleteMany({_id: {$in: unused}, ...filter});
			return (await revisions.during([members], remove)).deletedCount;
		},
		/** Throws NotFound `collection_not_found`. */
		change: (id: string, change: Partial<CollectionChoice>, now: Date): Promise<TitleCollection> =>
			revisions.during('monitored' in change ? ['monitored'] : [], () => update(id, {...change, updatedAt: now})),
		/** Stores the provider's current data; null means that it has the collection no longer, which stays. */
		async refresh(id: string, details: CollectionDetails | null, now: Date): Promise<void> {
			const {title = '', overview = null, posterUrl = null, parts = []} = details ?? {};
			const stored = parts.slice(0, maxParts);
			const set = details ? {...named(title), overview, posterUrl, parts: stored, partCount: stored.length} : {};
			await revisions.during(details ? ['sortTitle', 'searchParts'] : [], () =>
				collections.updateOne({_id: id}, {$set: {...set, refreshedAt: now}}),
			);
		},
		/** Remembers, in one transaction with the removal, that a person deleted films of known collections. */
		async decline(films: readonly {metaId: number; part: number}[], session: ClientSession): Promise<void> {
			const writes = films.map(({metaId, part}) => ({updateOne: {filter: {metaId}, update: {$addToSet: {declined: part}}}}));
			await (writes.length > 0 ? collections.bulkWrite(writes, {session}) : null);
		},
		/** Ids of those to read from the provider: monitored ones first, then those never read, longest ago first. */
		async due(now: Date, limit: number): Promise<string[]> {
			const before = (ageMs: number) => ({$lt: new Date(Number(now) - ageMs)});
			const filters: QueryFilter<StoredCollection>[] = [
				{monitored: true, refreshedAt: null},
				{monitored: true, refreshedAt: before(collectionAgeMs.monitored)},
				{monitored: false, refreshedAt: null},
				{monitored: false, refreshedAt: before(collectionAgeMs.shown)},
			];
			const found: string[] = [];
			for (const filter of filters) {
				const rows = await collections.find(filter, {_id: 1}).sort({refreshedAt: 1}).limit(limit).lean<{_id: string}[]>();
				found.push(...rows.map(({_id}) => _id));
			}
			return found.slice(0, limit);
		},
		/** Those whose parts are known, in order of id. */
		async toCount({after, limit}: {after: string; limit: number}): Promise<CollectionToCount[]> {
			const rows = await collections
				.find({_id: {$gt: after}}, {parts: 1, declined: 1, missing: 1, movieCount: 1, refreshedAt: 1})
				.sort({_id: 1})
				.limit(limit)
				.lean<StoredCollection[]>();
			return rows.map(open);
		},
		async setCounts(rows: readonly Pick<TitleCollection, 'id' | 'missing' | 'movieCount'>[]): Promise<void> {
			const writes = rows.map(({id, ...counts}) => ({updateOne: {filter: {_id: id}, update: {$set: counts}}}));
			if (writes.length > 0) {
				await revisions.during(['missing'], () => collections.bulkWrite(writes, {ordered: false}));
			}
		},
	};
}

function toFilter({monitored, missing, search}: Omit<CollectionsQuery, 'page' | 'limit'>): ListFilter {
	const found = search === undefined ? null : searchConditions(search);
	return {
		key: JSON.stringify([monitored, missing, found?.key]),
		conditions: {
			...(monitored !== undefined && {monitored}),
			...(missing !== undefined && {missing: missing ? {$gt: 0} : 0}),
			...found?.conditions,
		},
		aspects: [
			...(monitored === undefined ? [] : ['monitored']),
			...(missing === undefined ? [] : ['missing']),
			...(found ? ['searchParts'] : []),
		],
		index: found ? searchIndex : null,
	};
}
