import type {Model} from 'mongoose';
import {createCache} from '../../coordination/cache.ts';
import type {TitleToTag} from '../../domain/media/auto-tags.ts';
import {joinTags, maxLabels, maxTagsOfTitle, noTags, type TitleTags} from '../../domain/media/tags.ts';
import type {LibraryFields} from '../../domain/media/title.ts';
import {byIndex, type Documents} from '../../lists/ordered.ts';
import {members, type Revisions} from '../../lists/revisions.ts';
import {pagesById} from '../mongo/pages-by-id.ts';
import {type Stored, toRecord} from '../mongo/records.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {tagIndex, tagsAspect} from './title-pages.ts';

/** How the tags that people gave to a title change: first `set`, then `add`, then `remove`. All are labels. */
export interface TagChange {
	/** What only a rule has given stays with the rule: clients send back all tags that they have read. */
	set?: readonly string[] | undefined;
	add?: readonly string[] | undefined;
	remove?: readonly string[] | undefined;
}

const stored = (field: 'ownTags' | 'ruleTags') => ({$ifNull: [`$${field}`, []]});
const literal = (labels: readonly string[] = []) => ({$literal: [...labels]});
const sorted = (input: object) => ({$sortArray: {input, sortBy: 1}});
const union = {$set: {tags: sorted({$setUnion: [stored('ownTags'), stored('ruleTags')]})}};

/** The stages of an update that changes tags. */
export function tagStages({set, add, remove}: TagChange): object[] {
	const isOwn = {$in: ['$$label', stored('ownTags')]};
	const isOfRule = {$in: ['$$label', stored('ruleTags')]};
	const given = {$filter: {input: literal(set), as: 'label', cond: {$or: [isOwn, {$not: [isOfRule]}]}}};
	const ownTags = {$setDifference: [{$setUnion: [set ? given : stored('ownTags'), literal(add)]}, literal(remove)]};
	return [{$set: {ownTags: sorted(ownTags), ruleTags: stored('ruleTags')}}, union];
}

/** Titles whose tags are replaced in one step. */
const replacedTogether = 200;

interface Titles {
	_id: string;
}

/** A title as rules see it. */
export type TitleOfRules = TitleToTag & Pick<LibraryFields, 'id' | 'ruleTags'> & {title: string};

const fieldsOfRules = {
	title: 1,
	genres: 1,
	keywords: 1,
	studios: 1,
	originalCountries: 1,
	rootFolderPath: 1,
	libraryId: 1,
	qualityProfileId: 1,
	year: 1,
	runtime: 1,
	originalLanguage: 1,
	monitored: 1,
	ownTags: 1,
	ruleTags: 1,
	status: 1,
	type: 1,
	network: 1,
};
const readTogether = 1000;

export type LabelledTitles = ReturnType<typeof labelTitles>;

/** Reads and writes of the labels of movies, or of series. */
export function labelTitles<Row extends Titles>(titles: Model<Row>, revisions: Revisions, tellChanged: (ids: readonly string[]) => void) {
	// Mongoose's collection is the driver's.
	const documents = () => titles.collection as unknown as Documents;
	const counts = createCache<Promise<number>>({max: 2 * maxLabels});
	const count = (label: string) => byIndex(tagIndex, hint => documents().count({tags: label}, hint));
	const write = async (ids: readonly string[], stages: object[]) => {
		await revisions.during([tagsAspect], () =>
			inSmallSteps(ids, some => documents().updateMany({_id: {$in: some}}, stages, {writeConcern: repeatable.writeConcern})),
		);
		tellChanged(ids);
	};

	/** Some titles with a label, whether of a person or of a rule. */
	async function withTag(label: string): Promise<string[]> {
		const rows = await byIndex(tagIndex, hint =>
			documents()
				.find({tags: label}, {projection: {_id: 1}, ...hint})
				.limit(replacedTogether)
				.toArray(),
		);
		return rows.map(({_id}) => _id);
	}

	return {
		/** Numbers of titles by label, each counted once until tags change. */
		async countTags(labels: readonly string[]): Promise<Map<string, number>> {
			const revision = (await revisions.read()).of([members, tagsAspect]);
			const found = new Map<string, number>();
			for (const label of labels) {
				found.set(label, await counts.get(revision && `${revision} ${label}`, () => count(label)));
			}
			return found;
		},
		/** The ids of all titles with a label. */
		async idsWithTag(label: string): Promise<string[]> {
			const rows = await byIndex(tagIndex, hint =>
				documents()
					.find({tags: label}, {projection: {_id: 1}, ...hint})
					.toArray(),
			);
			return rows.map(({_id}) => _id);
		},
		/** The titles among these that would have too many labels with these. */
		async withoutRoom(ids: readonly string[], labels: readonly string[]): Promise<string[]> {
			const size = {$size: {$setUnion: [stored('ownTags'), literal(labels)]}};
			const filter = {_id: {$in: [...ids]}, $expr: {$gt: [size, maxTagsOfTitle]}};
			const rows = await documents()
				.find(filter, {projection: {_id: 1}})
				.toArray();
			return rows.map(({_id}) => _id);
		},
		/** What rules look at, of these titles or of all, in order of id. */
		async *toTag(ids: readonly string[] | null): AsyncGenerator<TitleOfRules[]> {
			const read = (after: string) =>
				documents()
					.find({_id: {$gt: after, ...(ids && {$in: [...ids]})}}, {projection: fieldsOfRules})
					.sort({_id: 1})
					.limit(readTogether)
					.toArray();
			for await (const rows of pagesById(readTogether, read)) {
				yield rows.map(row => ({...noTags, ...toRecord<TitleOfRules>(row as unknown as Stored<TitleOfRules>)})); // the fields above
			}
		},
		/** Writes what rules give to these titles. */
		async setRuleTags(rows: readonly {id: string; ruleTags: readonly string[]}[]): Promise<void> {
			if (rows.length === 0) {
				return;
			}
			const operations = rows.map(({id, ruleTags}) => ({
				updateOne: {filter: {_id: id}, update: [{$set: {ruleTags: literal(ruleTags), ownTags: stored('ownTags')}}, union]},
			}));
			await revisions.during([tagsAspect], () => inSmallSteps(operations, some => documents().bulkWrite(some, repeatable)));
			tellChanged(rows.map(({id}) => id));
		},
		/**
		 * Replaces a label of some titles, or takes it off; returns how many there were. Nothing is left once it
		 * returns 0.
		 */
		async replaceTag(from: string, to: string | null): Promise<number> {
			const ids = await withTag(from);
			if (ids.length > 0) {
				const replaced = (field: 'ownTags' | 'ruleTags') => ({
					$setUnion: [
						{$setDifference: [stored(field), [from]]},
						{$cond: [{$in: [from, stored(field)]}, literal(to === null ? [] : [to]), []]},
					],
				});
				await write(ids, [{$set: {ownTags: sorted(replaced('ownTags')), ruleTags: sorted(replaced('ruleTags'))}}, union]);
			}
			return ids.length;
		},
	};
}

/** The stored fields of the tags of a new title. */
export function newTags({tags = [], ruleTags = []}: Partial<Pick<LibraryFields, 'tags' | 'ruleTags'>>): TitleTags {
	return joinTags(tags, ruleTags);
}
