import type {Caps, CategoryMapping} from './definition.ts';

/** The categories that Newznab sites share: name without its first part, by number. */
const children: Readonly<Record<string, Readonly<Record<number, string>>>> = {
	Console: {
		1010: 'NDS',
		1020: 'PSP',
		1030: 'Wii',
		1040: 'XBox',
		1050: 'XBox 360',
		1060: 'Wiiware',
		1070: 'XBox 360 DLC',
		1080: 'PS3',
		1090: 'Other',
		1110: '3DS',
		1120: 'PS Vita',
		1130: 'WiiU',
		1140: 'XBox One',
		1180: 'PS4',
	},
	Movies: {
		2010: 'Foreign',
		2020: 'Other',
		2030: 'SD',
		2040: 'HD',
		2045: 'UHD',
		2050: 'BluRay',
		2060: '3D',
		2070: 'DVD',
		2080: 'WEB-DL',
		2090: 'x265',
	},
	Audio: {3010: 'MP3', 3020: 'Video', 3030: 'Audiobook', 3040: 'Lossless', 3050: 'Other', 3060: 'Foreign'},
	PC: {4010: '0day', 4020: 'ISO', 4030: 'Mac', 4040: 'Mobile-Other', 4050: 'Games', 4060: 'Mobile-iOS', 4070: 'Mobile-Android'},
	TV: {
		5010: 'WEB-DL',
		5020: 'Foreign',
		5030: 'SD',
		5040: 'HD',
		5045: 'UHD',
		5050: 'Other',
		5060: 'Sport',
		5070: 'Anime',
		5080: 'Documentary',
		5090: 'x265',
	},
	XXX: {
		6010: 'DVD',
		6020: 'WMV',
		6030: 'XviD',
		6040: 'x264',
		6045: 'UHD',
		6050: 'Pack',
		6060: 'ImageSet',
		6070: 'Other',
		6080: 'SD',
		6090: 'WEB-DL',
	},
	Books: {7010: 'Mags', 7020: 'EBook', 7030: 'Comics', 7040: 'Technical', 7050: 'Other', 7060: 'Foreign'},
	Other: {8010: 'Misc', 8020: 'Hashed'},
};

const numbers = new Map<string, number>(
	Object.entries(children).flatMap(([parent, names], index) => [
		[parent.toLowerCase(), (index + 1) * 1000],
		...Object.entries(names).map(([number, name]): [string, number] => [`${parent}/${name}`.toLowerCase(), Number(number)]),
	]),
);

/** The number of `Movies/UHD`; null for an unknown name. */
export function standardCategory(name: string): number | null {
	return numbers.get(name.trim().toLowerCase()) ?? null;
}

/** All of them by number, with their names such as `Movies/UHD`. */
export const standardCategories: readonly {value: number; label: string}[] = Object.entries(children).flatMap(([parent, names], index) => [
	{value: (index + 1) * 1000, label: parent},
	...Object.entries(names).map(([number, name]) => ({value: Number(number), label: `${parent}/${name}`})),
]);

/** A category and all below: 2000 has those from 2000 to 2090, 2045 only itself. */
export function categoriesBelow(number: number): number[] {
	const below = number % 1000 === 0 ? [...numbers.values()].filter(each => Math.floor(each / 1000) * 1000 === number) : [];
	return [...new Set([number, ...below])];
}

/** Above this number are the categories of the site itself. */
const ownBase = 100_000;

/** The first two bytes of the text's SHA-1, the lower one first. */
export type ShortHash = (text: string) => number;

/** The number that a category of the site has for Prowlarr and Jackett too. */
export function ownCategory(id: string, shortHash: ShortHash): number {
	return /^\s*[+-]?\d{1,9}\s*$/.test(id) ? ownBase + Number(id) : ownBase + shortHash(id);
}

/** A mapping to an unknown category does not count at all. */
const isUnknown = ({category}: CategoryMapping) => category !== null && standardCategory(category) === null;

function numbersOf({id, category, description}: CategoryMapping, shortHash: ShortHash): number[] {
	const standard = category === null ? null : standardCategory(category);
	return [...(standard === null ? [] : [standard]), ...(description === null ? [] : [ownCategory(id, shortHash)])];
}

/**
 * Ids of the site for the wanted numbers, in the order of the file; those marked as default when it has none of them.
 */
export function siteCategories(caps: Caps, wanted: readonly number[], shortHash: ShortHash): string[] {
	const mappings = caps.mappings.filter(each => !isUnknown(each));
	const all = new Set(wanted.flatMap(categoriesBelow));
	const found = all.size === 0 ? [] : mappings.filter(each => numbersOf(each, shortHash).some(number => all.has(number)));
	const chosen = found.length > 0 ? found : mappings.filter(({isDefault}) => isDefault);
	return [...new Set(chosen.map(({id}) => id))];
}

/** Numbers of what a row of the site is in, by the id or the description of the category there. */
export function categoriesOf({mappings}: Caps, text: string, by: 'id' | 'description', shortHash: ShortHash): number[] {
	const wanted = text.toLowerCase();
	const found = mappings.filter(each => each[by]?.toLowerCase() === wanted && !isUnknown(each));
	return [...new Set(found.flatMap(each => numbersOf(each, shortHash)))];
}
