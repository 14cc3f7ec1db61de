import type {IndexerFlag} from '#shared/domain/release/release.ts';
import {childrenOf} from '../../xml.ts';
import {amountOf, countOf, fieldOf, type Item} from './item.ts';

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
