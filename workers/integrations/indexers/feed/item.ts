import type {IndexerFlag} from '#shared/domain/release/release.ts';
import {childrenOf, textOf, type XmlElement} from '../../xml.ts';

/** One `item` of a feed, with its name/value attributes. */
export interface Item {
	element: XmlElement;
	/** Values of `newznab:attr`, `torznab:attr` and similar elements by lower-case name, in document order. */
	attributes: Map<string, string[]>;
	/**
	 * The `torrent` element of an EZRSS feed. Sites that put its fields directly into the item are read the same way.
	 */
	torrent: XmlElement;
}

/** Values of one attribute; sites repeat the category and the tag a few times. */
const maxValues = 1000;

export function readAttributes(element: XmlElement): Item {
	const attributes = new Map<string, string[]>();
	for (const {attributes: pair} of childrenOf(element, 'attr')) {
		const name = pair.get('name')?.trim().toLowerCase();
		const value = pair.get('value')?.trim();
		if (name && value) {
			const values = attributes.get(name) ?? [];
			if (values.length < maxValues) {
				attributes.set(name, values);
				values.push(value);
			}
		}
	}
	return {element, attributes, torrent: childrenOf(element, 'torrent')[0] ?? element};
}

/** Returns the first attribute with one of these names, otherwise the text of a child element with one of them. */
export function fieldOf({element, attributes, torrent}: Item, ...names: string[]): string | null {
	for (const name of names) {
		const value = attributes.get(name)?.[0];
		if (value !== undefined) {
			return value;
		}
	}
	return textOf(torrent, ...names) ?? textOf(element, ...names);
}

/** A whole number of at least 0, also with commas between its thousands; null for any other value. */
export function countOf(item: Item, ...names: string[]): number | null {
	const value = fieldOf(item, ...names);
	const digits = value !== null && /^\d{1,3}(?:,\d{3}){1,4}$/.test(value) ? value.replaceAll(',', '') : value;
	return digits !== null && /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** A number of at least 0, with or without decimals; null for any other value. */
export function amountOf(item: Item, ...names: string[]): number | null {
	const value = fieldOf(item, ...names)?.replace(',', '.') ?? '';
	return /^\d{1,12}(?:\.\d{1,9})?$/.test(value) ? Number(value) : null;
}

/** The freeleech flag for each share of the size that still counts as downloaded. */
const flagsByFactor = new Map<number, IndexerFlag>([
	[0, 'freeleech'],
	[0.25, 'freeleech75'],
	[0.5, 'halfleech'],
	[0.75, 'freeleech25'],
]);
/** The flags for the shares of the size that count as downloaded and uploaded. */
export function flagsOfFactors(download: number | undefined, upload: number | undefined): IndexerFlag[] {
	const flag = download === undefined ? undefined : flagsByFactor.get(download);
	return [...(flag ? [flag] : []), ...(upload === 2 ? (['doubleUpload'] as const) : [])];
}

const tagFlags: readonly IndexerFlag[] = ['freeleech', 'halfleech', 'internal', 'scene', 'golden', 'approved', 'nuked'];

export function readFactors(item: Item): {downloadVolumeFactor: number; uploadVolumeFactor: number} {
	return {
		downloadVolumeFactor: amountOf(item, 'downloadvolumefactor') ?? 1,
		uploadVolumeFactor: amountOf(item, 'uploadvolumefactor') ?? 1,
	};
}

export function readFlags(item: Item): IndexerFlag[] {
	const {downloadVolumeFactor, uploadVolumeFactor} = readFactors(item);
	const tags = (item.attributes.get('tag') ?? []).flatMap(text => text.toLowerCase().split(/[,\s]+/));
	const found: (IndexerFlag | undefined | false)[] = [
		...flagsOfFactors(downloadVolumeFactor, uploadVolumeFactor),
		(countOf(item, 'prematch') === 1 || countOf(item, 'haspretime') === 1) && 'scene',
		countOf(item, 'nuked') === 1 && 'nuked',
		tellsSubtitles(item) && 'subtitles',
		...tagFlags.filter(flag => tags.includes(flag)),
	];
	return [...new Set(found.filter(flag => typeof flag === 'string'))];
}

/** `subs` lists the languages of the subtitles. Some sites use it to say that there are none. */
function tellsSubtitles({attributes}: Item): boolean {
	const stated = attributes.get('subs') ?? [];
	return stated.some(text => !/^(?:0|no|none|false|n\/a|-)$/i.test(text));
}

/** Characters of a name, where a site sends no numbers. */
const maxCategory = 100;
const maxCategories = 50;

export function readCategories({element, attributes}: Item): string[] {
	const stated = attributes.get('category') ?? childrenOf(element, 'category').map(({text}) => text.trim());
	return [...new Set(stated.filter(text => text !== '' && text.length <= maxCategory))].slice(0, maxCategories);
}

/** Sites send `imdbid` with `tt`, and `imdb` as digits. 0 means unknown. */
export function readImdbId(item: Item): string | null {
	const digits = fieldOf(item, 'imdbid', 'imdb')?.replace(/^tt/i, '') ?? '';
	return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? `tt${String(Number(digits)).padStart(7, '0')}` : null;
}

export function readId(item: Item, ...names: string[]): number | null {
	return countOf(item, ...names) || null;
}
