import type {Model} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import {alwaysAvailable} from '../../domain/media/availability.ts';
import type {MinimumAvailability} from '../../domain/media/movie.ts';
import type {Revisions} from '../../lists/pager.ts';
import {pagesById} from '../mongo/pages-by-id.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {tagsAspect} from '../titles/title-facets.ts';
import type {TitleNews} from '../titles/title-news.ts';
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
