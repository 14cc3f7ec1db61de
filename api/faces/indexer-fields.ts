import type {IndexerKind} from '#shared/domain/indexers/indexer-record.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {FieldRow} from './provider-fields.ts';

interface IndexerRow extends FieldRow {
	/** Only one of the programs has it. */
	face?: Face;
	torrents?: true;
}

/** In the order of the programs. Prowlarr fails on a field that is missing here. */
const rows: readonly IndexerRow[] = [
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

/** Those of a kind, with their values of a new record. */
export const rowsOf = (face: Face, kind: AddableKind): readonly FieldRow[] =>
	rows.filter(row => (row.face ?? face) === face && (kind === 'torznab' || row.torrents === undefined));
