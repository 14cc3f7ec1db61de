import {blocklistColumns, historyColumns} from '#shared/domain/moves/source-activity.ts';
import {clientColumns, indexerColumns} from '#shared/domain/moves/source-connections.ts';
import {profileColumns} from '#shared/domain/moves/source-profiles.ts';
import {listColumns, notificationColumns} from '#shared/domain/moves/source-receivers.ts';
import {definitionColumns, delayColumns, pathMappingColumns, releaseColumns} from '#shared/domain/moves/source-rules.ts';
import {configColumns, namingColumns} from '#shared/domain/moves/source-settings.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {asRecord, type JsonRecord, readNumber, readText} from '../http/read-body.ts';
import type {Copying} from './copy-titles.ts';
import {configRows, toRow} from './to-rows.ts';

interface SmallTable {
	table: string;
	path: string;
	columns: readonly string[];
}

const ofBoth: readonly SmallTable[] = [
	{table: 'Tags', path: 'tag', columns: ['Id', 'Label']},
	{table: 'RootFolders', path: 'rootfolder', columns: ['Id', 'Path']},
	{table: 'QualityProfiles', path: 'qualityprofile', columns: profileColumns},
	{table: 'QualityDefinitions', path: 'qualitydefinition', columns: definitionColumns},
	{table: 'CustomFormats', path: 'customformat', columns: ['Id', 'Name', 'Specifications', 'IncludeCustomFormatWhenRenaming']},
	{table: 'DelayProfiles', path: 'delayprofile', columns: delayColumns},
	{table: 'ReleaseProfiles', path: 'releaseprofile', columns: releaseColumns},
	{table: 'Restrictions', path: 'restriction', columns: releaseColumns},
	{table: 'Indexers', path: 'indexer', columns: indexerColumns},
	{table: 'DownloadClients', path: 'downloadclient', columns: clientColumns},
	{table: 'RemotePathMappings', path: 'remotepathmapping', columns: pathMappingColumns},
	{table: 'Notifications', path: 'notification', columns: notificationColumns},
	{table: 'ImportLists', path: 'importlist', columns: listColumns},
	{table: 'AutoTagging', path: 'autotagging', columns: ['Id', 'Name', 'Specifications', 'RemoveTagsAutomatically', 'Tags']},
	{table: 'Metadata', path: 'metadata', columns: ['Id', 'Enable', 'Name', 'Implementation', 'Settings']},
	{table: 'CustomFilters', path: 'customfilter', columns: ['Id', 'Type', 'Label']},
];
const collectionColumns = [
	...['Id', 'TmdbId', 'Title', 'Monitored', 'QualityProfileId', 'RootFolderPath', 'MinimumAvailability', 'SearchOnAdd', 'Tags'],
] as const;
const smallTables: Readonly<Record<Program, readonly SmallTable[]>> = {
	radarr: [
		...ofBoth,
		{table: 'Collections', path: 'collection', columns: collectionColumns},
		{table: 'ImportExclusions', path: 'exclusions', columns: ['Id', 'TmdbId', 'MovieTitle', 'MovieYear']},
	],
	sonarr: [...ofBoth, {table: 'ImportListExclusions', path: 'importlistexclusion', columns: ['Id', 'TvdbId', 'Title']}],
};
const prowlarrTables: readonly SmallTable[] = [
	{table: 'Tags', path: 'tag', columns: ['Id', 'Label']},
	{
		table: 'Indexers',
		path: 'indexer',
		columns: ['Id', 'Name', 'Implementation', 'Settings', 'Enable', 'Priority', 'AppProfileId', 'Tags'],
	},
	{table: 'IndexerProxies', path: 'indexerproxy', columns: ['Id', 'Name', 'Implementation', 'Settings', 'Tags']},
	{
		table: 'AppSyncProfiles',
		path: 'appprofile',
		columns: ['Id', 'Name', 'EnableRss', 'EnableAutomaticSearch', 'EnableInteractiveSearch', 'MinimumSeeders'],
	},
	{table: 'Applications', path: 'applications', columns: ['Id', 'Name', 'Implementation', 'Settings', 'Tags']},
];
/** Of the page about the server only this is read: it has its key and its password, too. */
const proxy = /^proxy(?:Enabled|Type|Hostname|Port)$/;

/** Everything that fits into a few lists. Of a table that the version does not have, none is made. */
export async function copyRecords(program: Program | 'prowlarr', {api, copy}: Copying): Promise<void> {
	for (const {table, path, columns} of program === 'prowlarr' ? prowlarrTables : smallTables[program]) {
		const found = await api.get(path);
		if (!Array.isArray(found)) {
			// Those that tell the program must be there.
			table === 'Indexers' || table === 'AppSyncProfiles' || table === 'Applications' ? copy.table(table, columns) : null;
			continue;
		}
		const records = found.map(asRecord).filter(record => record !== null);
		const known = columns.filter(column => column === 'Settings' || records.length === 0 || records.some(record => has(record, column)));
		copy.table(table, known);
		copy.add(
			table,
			records.map(record => toRow(record, known, program)),
		);
	}
	if (program === 'prowlarr') {
		return;
	}
	copy.table('Config', configColumns);
	for (const page of ['mediamanagement', 'indexer', 'downloadclient', 'metadata', 'host']) {
		copy.add('Config', configRows(asRecord(await api.get(`config/${page}`)) ?? {}, page === 'host' ? proxy : null));
	}
	const naming = asRecord(await api.get('config/naming')) ?? {};
	const known = namingColumns.filter(column => has(naming, column));
	copy.table('NamingConfig', ['Id', ...known]);
	copy.add('NamingConfig', [{Id: 1, ...toRow(naming, known, program)}]);
}

const has = (record: JsonRecord, column: string) => `${column.charAt(0).toLowerCase()}${column.slice(1)}` in record;

export const downloadColumns = [
	'Id',
	'EventType',
	'MovieId',
	'SeriesId',
	'DownloadId',
	'SourceTitle',
	'Date',
	'Protocol',
	'IndexerId',
	'DownloadClientId',
	'Release',
] as const;
const grabbed = 1;

/** What has happened, what is blocked, and what is on its way. */
export async function copyActivity(program: Program, {api, copy}: Copying): Promise<void> {
	copy.table('History', historyColumns);
	for await (const events of api.pages('history?sortKey=date&sortDirection=descending')) {
		copy.add(
			'History',
			events.map(event => toRow(event, historyColumns, program)),
		);
	}
	copy.table('Blocklist', blocklistColumns);
	for await (const blocked of api.pages('blocklist?sortKey=date&sortDirection=descending')) {
		copy.add(
			'Blocklist',
			blocked.map(row => toRow(row, blocklistColumns, program)),
		);
	}
	copy.table('DownloadHistory', downloadColumns);
	const clients = new Map((await api.list('downloadclient')).map(client => [readText(client, 'name'), readNumber(client, 'id')]));
	const unknown = program === 'radarr' ? 'includeUnknownMovieItems' : 'includeUnknownSeriesItems';
	for await (const rows of api.pages(`queue?${unknown}=false`)) {
		copy.add(
			'DownloadHistory',
			rows.flatMap(row => toDownload(row, clients.get(readText(row, 'downloadClient')) ?? null, program)),
		);
	}
}

/** A row of the queue as the database notes that it was grabbed. Those that wait are at no client yet. */
function toDownload(row: JsonRecord, clientId: number | null, program: Program) {
	const downloadId = readText(row, 'downloadId');
	if (downloadId === null || downloadId === '') {
		return [];
	}
	const [title, indexer] = [readText(row, 'title'), readText(row, 'indexer')];
	return [
		{
			...toRow(row, ['Id', 'MovieId', 'SeriesId', 'DownloadId', 'Protocol'], program),
			EventType: grabbed,
			SourceTitle: title,
			Date: readText(row, 'added'),
			DownloadClientId: clientId,
			Release: {title, indexer, size: readNumber(row, 'size')},
		},
	];
}
