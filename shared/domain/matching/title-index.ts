import type {ReleaseDates} from '../media/availability.ts';
import type {SceneTitle} from '../media/other-numbers.ts';
import type {SeasonTitle} from '../media/series.ts';
import {foldTitle} from '../release/clean-title.ts';

/** The fields that distinguish a library title from others. */
export interface LibraryTitle extends Partial<ReleaseDates> {
	id: string;
	title: string;
	originalTitle: string | null;
	alternativeTitles: readonly string[];
	/** Names that mean one season of a series; movies have none. */
	seasonTitles?: readonly SeasonTitle[];
	/** Names that the scene uses for a series, or for one season of its own numbers. */
	sceneTitles?: readonly SceneTitle[];
	year: number | null;
	/** Codes of the countries it comes from (ISO 3166-1); missing where nobody asked yet. */
	originalCountries?: readonly string[];
	imdbId: string | null;
	metaId: number | null;
	/** Id at the TV metadata provider; null for movies. */
	tvMetaId: number | null;
	/** Orders the copies of a work. */
	addedAt?: Date;
}

/** One of the names of a library title. */
export interface Spelling<T extends LibraryTitle> {
	entry: T;
	text: string;
	isMain: boolean;
	/** The provider's title ends with a year in brackets, dropped here. */
	isShortened: boolean;
}

/**
 * Finds works by folded name and by id; scanning 100,000 titles for each release would be too slow. The titles of one
 * work, which are in several libraries, are one entry: the oldest of them.
 */
export interface TitleIndex<T extends LibraryTitle> {
	/** The titles of each work that has several, the oldest first. */
	copies: ReadonlyMap<T, readonly T[]>;
	byName: ReadonlyMap<string, readonly Spelling<T>[]>;
	byImdbId: ReadonlyMap<number, T>;
	byMetaId: ReadonlyMap<number, T>;
	byTvMetaId: ReadonlyMap<number, T>;
}

/** `tt0133093` and `tt133093` are the same title; null for anything that is not such an id. */
export function imdbNumber(imdbId: string | null): number | null {
	const number = Number(imdbId?.replace(/^tt/i, ''));
	return imdbId !== null && Number.isInteger(number) && number > 0 ? number : null;
}

function namesOf({title, originalTitle, alternativeTitles, seasonTitles = [], sceneTitles = []}: LibraryTitle): string[] {
	const ofSeasons = [...seasonTitles, ...sceneTitles].map(named => named.title);
	return [title, ...(originalTitle ? [originalTitle] : []), ...alternativeTitles, ...ofSeasons];
}

/** Providers add a year to titles with the same name; releases often leave it out. */
function withoutYear(name: string, year: number | null): string {
	const suffix = ` (${year})`;
	return year !== null && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/** The folded names of a title, each once. A store may keep them in the record to fetch only possible matches. */
export function titleKeys(entry: LibraryTitle): string[] {
	return [...new Set(namesOf(entry).flatMap(name => [foldTitle(name), foldTitle(withoutYear(name, entry.year))]))];
}

function spellingsOf<T extends LibraryTitle>(entry: T): Map<string, Spelling<T>> {
	const spellings = new Map<string, Spelling<T>>();
	for (const [index, name] of namesOf(entry).entries()) {
		for (const text of new Set([name, withoutYear(name, entry.year)])) {
			const key = foldTitle(text);
			if (!spellings.has(key)) {
				spellings.set(key, {entry, text, isMain: index === 0, isShortened: text !== name});
			}
		}
	}

	return spellings;
}

function pushTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
	const list = lists.get(key);
	if (list) {
		list.push(item);
	} else {
		lists.set(key, [item]);
	}
}

/** All titles of the work that an index has found. */
export function copiesOf<T extends LibraryTitle>({copies}: TitleIndex<T>, found: T): readonly T[] {
	return copies.get(found) ?? [found];
}

/** The titles by their works, in the order of their first ones. */
function toWorks<T extends LibraryTitle>(entries: Iterable<T>): T[][] {
	const works: T[][] = [];
	const known = new Map<number, T[]>();
	for (const entry of entries) {
		const others = entry.metaId === null ? undefined : known.get(entry.metaId);
		if (others) {
			others.push(entry);
			continue;
		}
		const work = [entry];
		works.push(work);
		if (entry.metaId !== null) {
			known.set(entry.metaId, work);
		}
	}
	return works;
}

const byAge = (a: LibraryTitle, b: LibraryTitle) => Number(a.addedAt ?? 0) - Number(b.addedAt ?? 0) || (a.id < b.id ? -1 : 1);

export function createTitleIndex<T extends LibraryTitle>(entries: Iterable<T>): TitleIndex<T> {
	const copies = new Map<T, readonly T[]>();
	const byName = new Map<string, Spelling<T>[]>();
	const byImdbId = new Map<number, T>();
	const byMetaId = new Map<number, T>();
	const byTvMetaId = new Map<number, T>();
	const note = (map: Map<number, T>, id: number | null, entry: T) => id !== null && map.set(id, entry);

	for (const work of toWorks(entries)) {
		const [entry = work[0]!] = work.length > 1 ? work.sort(byAge) : work; // a work has a title
		if (work.length > 1) {
			copies.set(entry, work);
		}
		note(byImdbId, imdbNumber(entry.imdbId), entry);
		note(byMetaId, entry.metaId, entry);
		note(byTvMetaId, entry.tvMetaId, entry);
		for (const [key, spelling] of spellingsOf(entry)) {
			pushTo(byName, key, spelling);
		}
	}

	return {copies, byName, byImdbId, byMetaId, byTvMetaId};
}
