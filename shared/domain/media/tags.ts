import {foldLetters} from '../release/clean-title.ts';
import type {Library} from './library.ts';
import type {LibraryFields} from './title.ts';

export type NamedLibrary = Pick<Library, 'id' | 'name'>;

/** What the tags of a record are compared with. */
export interface TaggedTitle {
	/** Null outside all libraries. */
	library: NamedLibrary | null;
	/** Labels that people, lists and rules have given to the title. */
	labels: readonly string[];
}

/** A title that has no tags, such as one that is not in the library. */
export const untagged: TaggedTitle = {library: null, labels: []};

export const maxTagsOfTitle = 50;
export const maxLabels = 1000;
/** Letters of a label as it is entered. */
export const longestTag = 100;

const marks = /\p{M}/gu;

/** `Für Kinder` is the label `fur-kinder`. Empty for a text without a Latin letter or digit. */
export function toLabel(text: string): string {
	return foldLetters(text.normalize('NFKD').replace(marks, '').toLowerCase())
		.replace(/[^a-z\d]+/g, '-')
		.replace(/^-|-$/g, '');
}

/** The labels of these texts, each once and in order; texts that have none are left out. */
export function toLabels(texts: readonly string[]): string[] {
	return [...new Set(texts.map(toLabel))].filter(label => label !== '').sort();
}

const folded = (text: string) => text.trim().toLowerCase();

/** Does one of the tags name the title's library, by id or name, or a label of the title? */
export function hasTag(tags: readonly string[], {library, labels}: TaggedTitle): boolean {
	const names = library ? [folded(library.name), folded(library.id)] : [];
	return tags.some(tag => names.includes(folded(tag)) || labels.includes(toLabel(tag)));
}

/** Without tags a record applies to every title; with tags, only to titles that have one of them. */
export function isForTitle(tags: readonly string[], title: TaggedTitle): boolean {
	return tags.length === 0 || hasTag(tags, title);
}

/** The labels of a record's tags: those that name no library. */
export function labelsAmong(tags: readonly string[], libraries: readonly NamedLibrary[]): string[] {
	const names = new Set(libraries.flatMap(({id, name}) => [folded(id), folded(name)]));
	return toLabels(tags.filter(tag => !names.has(folded(tag))));
}

export type TitleTags = Pick<LibraryFields, 'tags' | 'ownTags' | 'ruleTags'>;

/** Titles that were stored before there were tags have none. */
export const noTags: TitleTags = {tags: [], ownTags: [], ruleTags: []};

/** The tags of a title that people have given `own` and rules `ruleTags`. */
export function joinTags(own: readonly string[], ruleTags: readonly string[]): TitleTags {
	const [ownTags, ofRules] = [toLabels(own), toLabels(ruleTags)];
	return {tags: toLabels([...ownTags, ...ofRules]), ownTags, ruleTags: ofRules};
}
