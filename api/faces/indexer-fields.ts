import type {IndexerKind} from '#shared/domain/indexers/indexer-record.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {type FieldFault, field, listIn, WrongFields} from './wire.ts';

interface FieldRow {
	name: string;
	label: string;
	type: 'textbox' | 'number' | 'checkbox' | 'select';
	/** Of a new record; left out where there is none. */
	value?: unknown;
	advanced?: true;
	privacy?: 'apiKey';
	isFloat?: true;
	/** Only one of the programs has it. */
	face?: Face;
	torrents?: true;
}

/** In the order of the programs. Prowlarr fails on a field that is missing here. */
const rows: readonly FieldRow[] = [
	{name: 'baseUrl', label: 'URL', type: 'textbox'},
	{name: 'apiPath', label: 'API Path', type: 'textbox', value: '/api', advanced: true},
	{name: 'apiKey', label: 'API Key', type: 'textbox', privacy: 'apiKey'},
	{name: 'categories', label: 'Categories', type: 'select', value: []},
	{name: 'animeCategories', label: 'Anime Categories', type: 'select', value: [], face: 'tv'},
	{name: 'animeStandardFormatSearch', label: 'Anime Standard Format Search', type: 'checkbox', value: false, face: 'tv'},
	{name: 'additionalParameters', label: 'Additional Parameters', type: 'textbox', advanced: true},
	{name: 'multiLanguages', label: 'Multi Languages', type: 'select', value: [], advanced: true},
	{name: 'failDownloads', label: 'Fail Downloads', type: 'select', value: [], advanced: true},
	{name: 'removeYear', label: 'Remove year from search string', type: 'checkbox', value: false, advanced: true, face: 'movies'},
	{name: 'minimumSeeders', label: 'Minimum Seeders', type: 'number', value: 1, advanced: true, torrents: true},
	{name: 'seedCriteria.seedRatio', label: 'Seed Ratio', type: 'number', isFloat: true, torrents: true},
	{name: 'seedCriteria.seedTime', label: 'Seed Time', type: 'number', advanced: true, torrents: true},
	{name: 'seedCriteria.seasonPackSeedTime', label: 'Season-Pack Seed Time', type: 'number', advanced: true, face: 'tv', torrents: true},
	{
		name: 'rejectBlocklistedTorrentHashesWhileGrabbing',
		label: 'Reject Blocklisted Torrent Hashes While Grabbing',
		type: 'checkbox',
		value: false,
		advanced: true,
		torrents: true,
	},
	{name: 'requiredFlags', label: 'Required Flags', type: 'select', value: [], advanced: true, face: 'movies', torrents: true},
];

interface Implementation {
	implementation: string;
	implementationName: string;
	configContract: string;
	protocol: 'usenet' | 'torrent';
}

const named = (name: string, protocol: Implementation['protocol']): Implementation => ({
	implementation: name,
	implementationName: name,
	configContract: `${name}Settings`,
	protocol,
});

/** What programs may add. */
export const addable = {newznab: named('Newznab', 'usenet'), torznab: named('Torznab', 'torrent')} as const;
export type AddableKind = keyof typeof addable;
export const isAddable = (kind: IndexerKind): kind is AddableKind => kind in addable;

/** What they are shown besides, without fields. Television over the network is no indexer there. */
export const implementations: Readonly<Partial<Record<IndexerKind, Implementation>>> = {
	...addable,
	rss: named('TorrentRssIndexer', 'torrent'),
	definition: named('Cardigann', 'torrent'),
};

export type Values = Readonly<Record<string, unknown>>;

const rowsOf = (face: Face, kind: AddableKind) =>
	rows.filter(row => (row.face ?? face) === face && (kind === 'torznab' || row.torrents === undefined));

/** The fields with these values; one without a value has none. */
export function fieldsWith(values: Values, face: Face, kind: AddableKind): object[] {
	return rowsOf(face, kind).map(({name, label, type, advanced = false, privacy = 'normal', isFloat = false}, order) => ({
		order,
		name,
		label,
		value: values[name] ?? null,
		type,
		advanced,
		privacy,
		isFloat,
	}));
}

/** Those of a new record. */
export const usualValues = (face: Face, kind: AddableKind): Values =>
	Object.fromEntries(rowsOf(face, kind).map(({name, value}) => [name, value ?? null]));

/** The values of the fields of a record, by their names in the usual spelling; null for one without a value. */
export function valuesIn(body: unknown, face: Face, kind: AddableKind): Values {
	const names = new Map(rowsOf(face, kind).map(({name}) => [name.toLowerCase(), name]));
	const given = (listIn(body, 'fields') ?? []).flatMap((each: unknown) => {
		const name = names.get(String(field(each, 'name')).toLowerCase());
		return name === undefined ? [] : [[name, field(each, 'value') ?? null] as const];
	});
	return Object.fromEntries(given);
}

/** Reads the values one by one, and collects what is wrong. */
export function createValueReader(values: Values) {
	const faults: FieldFault[] = [];
	function refuse(name: string, what: string): null {
		const propertyName = name.slice(name.lastIndexOf('.') + 1).replace(/^./, letter => letter.toUpperCase());
		faults.push({propertyName, errorMessage: `'${propertyName}' must be ${what}.`, attemptedValue: values[name]});
		return null;
	}
	return {
		text(name: string): string | null {
			const value = values[name] ?? null;
			return value === null || typeof value === 'string' ? value : refuse(name, 'a text');
		},
		number(name: string): number | null {
			const value = values[name] ?? null;
			const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
			return number === null || number === ''
				? null
				: typeof number === 'number' && Number.isFinite(number)
					? number
					: refuse(name, 'a number');
		},
		/** Null for none at all. */
		numbers(name: string): number[] | null {
			const value = values[name] ?? null;
			if (value === null) {
				return null;
			}
			const numbers = Array.isArray(value) ? value.map(Number) : [Number.NaN];
			return numbers.every(Number.isSafeInteger) ? numbers : refuse(name, 'a list of whole numbers');
		},
		end(): void {
			if (faults.length > 0) {
				throw new WrongFields(...faults);
			}
		},
	};
}
