import type {Collection, Document, Filter} from 'mongodb';
import mongoose, {type Connection} from 'mongoose';
import {searchForm, sortTitle} from '../domain/media/sort-title.ts';

export interface StoredDocument extends Document {
	_id: string;
}
export type Conditions = Filter<StoredDocument>;

/** A query in the words of MongoDB's command. */
interface RawQuery {
	filter: Conditions;
	projection: Document;
	sort?: Document;
	skip?: number;
	limit?: number;
	hint?: string;
	min?: Document;
	max?: Document;
}

/** More than any list shows, so that one reply has everything. */
const batchSize = 100_000;

/**
 * The bytes of what a query finds. The driver's cursor takes each document apart before it hands on its bytes, which
 * takes longer than everything else that a list does.
 */
export async function findRaw(documents: Collection<StoredDocument>, query: RawQuery): Promise<Uint8Array[]> {
	const {db} = (documents as unknown as {conn: Connection}).conn; // mongoose's collection
	if (!db) {
		throw new mongoose.mongo.MongoNotConnectedError('MongoDB has not been connected yet.');
	}
	const find = documents.collectionName;
	const {cursor} = await db.command({find, ...query, batchSize}, {fieldsAsRaw: {firstBatch: true}});
	if (Number(cursor.id) === 0) {
		return cursor.firstBatch;
	}
	// A reply has at most 16 MiB.
	await db.command({killCursors: find, cursors: [cursor.id]});
	const {filter, ...options} = query;
	return (await documents.find(filter, {...options, raw: true}).toArray()) as unknown as Uint8Array[]; // `raw` returns bytes
}

/** Selects the documents of a list. */
export interface ListFilter {
	/** Two filters with the same key select the same documents. */
	key: string;
	conditions: Conditions;
	/** The aspects that decide which documents are in the list, apart from `members`. */
	aspects: string[];
	/** The name of a selective index, if a condition has one. */
	index: string | null;
	/** The index from which matching documents can be counted directly, because they are adjacent in it. */
	counts?: string;
	/** The stored fields that the conditions read, unless every order has them as columns. */
	fields?: readonly string[];
}

/** The parts of a list, in their order. */
export interface ListGroups {
	/** The expression in MongoDB whose value assigns a document to a group. */
	by: string | object;
	aspect: string;
	all: readonly ListGroup[];
	/** The index of a group, if there are no other conditions. */
	index?: string;
}

/** A part of a list: the documents that also meet these conditions. */
export interface ListGroup {
	value: string | boolean;
	conditions: Conditions;
}

/** The filter of one group of a list. */
export function within({counts: _, ...filter}: ListFilter, {value, conditions}: ListGroup, {aspect, index}: ListGroups): ListFilter {
	const isWhole = Object.keys(filter.conditions).length === 0;
	return {
		...filter,
		key: `${filter.key} ${aspect} ${value}`,
		conditions: {$and: [filter.conditions, conditions]},
		aspects: [...filter.aspects, aspect],
		index: filter.index ?? (isWhole ? (index ?? null) : null),
	};
}

/** A pattern that matches exactly this text, so a caller's input never becomes regular expression syntax. */
export function escapePattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Matches paths that are `folder` or below it. */
export function pathsWithin(folder: string) {
	return {$regex: `^${escapePattern(folder === '/' ? '' : folder)}(/|$)`};
}

export const searchIndex = 'list_search';

/** Letters in an indexed part. Longer search texts are rare, and few titles share so long a beginning. */
const partLength = 6;

/**
 * The beginnings of all suffixes of the words in these folded titles. Any text inside a word is at
 * the start of one of them.
 */
export function searchParts(searchTitles: readonly string[]): string[] {
	const words = new Set(searchTitles.flatMap(title => title.split(' ')));
	const parts = new Set<string>();
	for (const word of words) {
		const letters = [...word];
		for (let at = 0; at < letters.length; at += 1) {
			parts.add(letters.slice(at, at + partLength).join(''));
		}
	}
	return [...parts];
}

/** What a text without a letter or digit finds: a whole list may be deleted at once, so it must not find all titles. */
const nothing = {$in: []};

/** Finds titles whose sort title begins like this text, with or without an article, by the index of that order. */
export function titleStartConditions(text: string): Conditions {
	const start = sortTitle(text);
	return {sortTitle: start === '' ? nothing : {$regex: `^${escapePattern(start)}`}};
}

/** Finds titles that contain this text anywhere, by the index `searchIndex` on `searchParts`. */
export function searchConditions(text: string): {key: string; conditions: Conditions} {
	const needle = searchForm(text);
	const longestWord = needle.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '');
	if (longestWord === '') {
		return {key: '', conditions: {searchParts: nothing}};
	}
	const part = [...longestWord].slice(0, partLength).join('');
	const inWord = {searchParts: {$regex: `^${escapePattern(part)}`}};
	return {key: needle, conditions: part === needle ? inWord : {...inWord, searchTitles: {$regex: escapePattern(needle)}}};
}
