import type {ClientSession, Model} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import {alwaysAvailable} from '../../domain/media/availability.ts';
import type {MinimumAvailability, Movie} from '../../domain/media/movie.ts';
import type {Revisions} from '../../lists/revisions.ts';
import type {AddEntries} from '../downloads/history.ts';
import type {DeletedDocument} from '../libraries/deletions.ts';
import {pagesById} from '../mongo/pages-by-id.ts';
import {inOneReply, inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {titleExists} from '../titles/title-copies.ts';
import {titleEntry} from '../titles/title-entries.ts';
import type {TitleNews, Witnesses} from '../titles/title-news.ts';
import {tagsAspect} from '../titles/title-pages.ts';
import {type TagChange, tagStages} from '../titles/title-tags.ts';
import {aspectsOf} from './movie-page.ts';
import type {StoredMovie} from './movie-schema.ts';

/** An update of movies, and the aspects of lists that it changes. */
interface MovieUpdate {
	update: object | object[];
	aspects: string[];
}

/** A change of stored fields, and of tags, which follow from each other. */
export type StoredChange = Partial<StoredMovie> & {tagChange?: TagChange | undefined};

/** The stored form of a change, with the fields that follow from it. */
export function toUpdate({tagChange, ...change}: StoredChange): MovieUpdate {
	// MongoDB would store null for a field without a value.
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<StoredMovie>;
	const set = withFlags(given);
	const isDated = datesDependOn.some(name => change[name] !== undefined);
	// The title may be taken out of a library later, when another copy is in no library either.
	const isPlaced = change.libraryId !== undefined;
	if (!isDated && !tagChange) {
		return {update: {$set: set, ...(isPlaced && {$unset: {alone: 1}})}, aspects: aspectsOf(set)};
	}
	// The setting, the dates and the tags are changed by different callers, so MongoDB combines what is stored.
	const literal = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, {$literal: value}]));
	const dates = isDated ? [{$set: storedDates}] : [];
	const aspects = [...aspectsOf(set), ...(isDated ? Object.keys(storedDates) : []), ...(tagChange ? [tagsAspect] : [])];
	const placed = isPlaced ? [{$unset: 'alone'}] : [];
	return {update: [{$set: literal}, ...placed, ...dates, ...(tagChange ? tagStages(tagChange) : [])], aspects};
}

const datesDependOn = ['minimumAvailability', 'availabilityDelayDays', 'usualDelayDays', 'availableBy'] as const;

/** A file changes together with the flag that lists filter by. */
function withFlags<T extends Partial<Pick<StoredMovie, 'file'>>>(change: T): T & {hasFile?: boolean} {
	return {...change, ...(change.file !== undefined && {hasFile: change.file !== null})};
}

const isFrom = (minimum: MinimumAvailability) => ({$eq: ['$minimumAvailability', minimum]});

const chosenDate = {$cond: [isFrom('inCinemas'), '$availableBy.inCinemas', '$availableBy.released']};
const delayMs = {$multiply: [{$ifNull: ['$availabilityDelayDays', '$usualDelayDays', 0]}, dayMs]};
/** A date that is not known stays so. */
const bySetting = (announced: unknown) => ({$cond: [isFrom('announced'), announced, {$add: [chosenDate, delayMs]}]});
/** What the domain says of these dates, from the stored fields. */
const storedDates = {
	availableAt: bySetting(alwaysAvailable),
	releasedAt: bySetting({$min: ['$availableBy.inCinemas', '$availableBy.released']}),
};

const pageSize = 500;

/** Writes the delay of the setting into the movies, whose dates follow from it. */
export function delayMovies(movies: Model<StoredMovie>, revisions: Revisions, titleNews: TitleNews) {
	return {
		/** Movies that another value was written into before, some hundred ids at a time. */
		async *withOtherDelay(usualDelayDays: number): AsyncGenerator<string[]> {
			const other = {usualDelayDays: usualDelayDays === 0 ? {$nin: [0, null]} : {$ne: usualDelayDays}};
			const read = (after: string) =>
				movies
					.find({...other, _id: {$gt: after}}, {_id: 1})
					.sort({_id: 1})
					.limit(pageSize)
					.lean<{_id: string}[]>();
			for await (const rows of pagesById(pageSize, read)) {
				yield rows.map(({_id}) => _id);
			}
		},
		async setUsualDelay(ids: readonly string[], usualDelayDays: number): Promise<void> {
			const {update, aspects} = toUpdate({usualDelayDays});
			const write = (some: string[]) => movies.collection.updateMany({_id: {$in: some}} as never, update, repeatable); // the driver's type of ids is ObjectId
			await (ids.length > 0 && revisions.during(aspects, () => inSmallSteps(ids, write)));
			titleNews.tell('titleChanged', 'movie', ids);
		},
	};
}

type ChangeMembers = <T>(change: (session: ClientSession, note: AddEntries) => Promise<T>) => Promise<T>;

/** Puts back what a deletion has removed. */
export function restoreMovies(movies: Model<StoredMovie>, {titleNews}: Pick<Witnesses, 'titleNews'>, changeMembers: ChangeMembers) {
	return {
		/**
		 * A movie that still exists is left alone. Throws Conflict `movie_exists` if its library has another copy by
		 * now.
		 */
		async restore({document}: Pick<DeletedDocument, 'document'>, at: Date): Promise<void> {
			const stored = document as StoredMovie; // as it was read
			await changeMembers(async (session, note) => {
				if (!(await movies.exists({_id: stored._id}).session(session))) {
					await movies.collection.insertOne(stored as never, {session});
					await note([titleEntry('titleAdded', 'movie', stored, {addedBy: stored.addedBy ?? null, at})], session);
				}
			}).catch(error => {
				throw titleExists(error, 'movie', stored.title);
			});
			titleNews.tell('titleAdded', 'movie', [stored._id], stored.libraryId);
		},
	};
}

/** A film of a collection that is in the library. */
type MovieOfCollection = Pick<Movie, 'id' | 'metaId' | 'monitored'> & {hasFile: boolean};

/** How a film of a collection is kept. */
type AddSettings = Pick<Movie, 'rootFolderPath' | 'qualityProfileId' | 'libraryId' | 'minimumAvailability'>;

const named = {collectionMetaId: {$gt: 0}};

/** What collections need to know of movies. */
export function moviesOfCollections(movies: Model<StoredMovie>) {
	return {
		/** The collections that movies of the library are part of. */
		async collections(): Promise<{metaId: number; title: string}[]> {
			const rows = await movies.aggregate<{_id: number; title: string | null}>([
				{$match: named},
				{$group: {_id: '$collectionMetaId', title: {$first: '$collectionTitle'}}},
			]);
			return rows.map(({_id, title}) => ({metaId: _id, title: title ?? String(_id)}));
		},
		/** Which of these films the library has. */
		async amongMetaIds(metaIds: readonly number[]): Promise<MovieOfCollection[]> {
			const rows = await movies
				.find({metaId: {$in: [...metaIds]}}, {metaId: 1, monitored: 1, hasFile: 1}, inOneReply(metaIds))
				.lean<(Omit<MovieOfCollection, 'id'> & {_id: string})[]>();
			return rows.map(({_id, ...row}) => ({id: _id, ...row}));
		},
		/** The settings of the film of a collection that was added last; null if there is none. */
		async newestOfCollection(collectionMetaId: number): Promise<AddSettings | null> {
			return movies
				.findOne({collectionMetaId}, {_id: 0, rootFolderPath: 1, qualityProfileId: 1, libraryId: 1, minimumAvailability: 1})
				.sort({addedAt: -1})
				.lean<AddSettings>();
		},
		/** Ids at the provider of the movies that were added last. */
		async lastAdded(limit: number): Promise<number[]> {
			const rows = await movies.find({}, {metaId: 1}).sort({createdAt: -1, _id: -1}).limit(limit).lean<{metaId: number}[]>();
			return rows.map(({metaId}) => metaId);
		},
	};
}
