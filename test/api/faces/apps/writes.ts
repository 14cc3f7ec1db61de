import {type AppRow, type Reads, under} from './reads.ts';

/** A request that changes something, and what the app reads afterwards to see that it did. */
export interface WriteRow extends AppRow {
	after?: {ask: string; reads: Reads};
	/** What the reply of the row is called in later rows: `{name}` is its number. */
	as?: string;
}

const newznab = (name: string) => ({
	name,
	...{implementation: 'Torznab', configContract: 'TorznabSettings', protocol: 'torrent', priority: 25, tags: []},
	...{enableRss: true, enableAutomaticSearch: true, enableInteractiveSearch: true},
	fields: [
		{name: 'baseUrl', value: 'http://prowlarr:9696/1/'},
		{name: 'apiPath', value: '/api'},
		{name: 'apiKey', value: '0123456789abcdef0123456789abcdef'},
		{name: 'categories', value: [2000, 2040]},
		{name: 'minimumSeeders', value: 1},
		{name: 'seedCriteria.seedRatio', value: null},
	],
});
const format = {
	name: 'x265 (HD)',
	includeCustomFormatWhenRenaming: false,
	specifications: [
		{name: 'x265', implementation: 'ReleaseTitleSpecification', negate: false, required: true, fields: [{name: 'value', value: '[xh]265'}]},
	],
};
const removal = 'removeFromClient=true&blocklist=true&skipRedownload=true&changeCategory=false';

/** What each app writes, as its own source sends it, in the order in which it does. */
export const writingApps: Readonly<Record<string, readonly WriteRow[]>> = {
	Prowlarr: [
		{ask: 'POST /radarr/api/v3/indexer/test', body: newznab('One (Prowlarr)'), says: /^\{\}$/},
		...['radarr', 'sonarr'].map(program => ({
			ask: `POST /${program}/api/v3/indexer`,
			body: newznab('One (Prowlarr)'),
			status: 201,
			as: `${program}Indexer`,
			reads: {id: 'number', name: ['One (Prowlarr)'], enableRss: [true], 'fields[].name': 'text'} as Reads,
			after: {ask: `GET /${program}/api/v3/indexer/{${program}Indexer}`, reads: {name: ['One (Prowlarr)'], priority: [25]} as Reads},
		})),
		{
			ask: 'PUT /radarr/api/v3/indexer/{radarrIndexer}',
			body: {...newznab('One (Prowlarr)'), priority: 7},
			status: 202,
			reads: {priority: [7]},
			after: {ask: 'GET /sonarr/api/v3/indexer/{sonarrIndexer}', reads: {priority: [25]}},
		},
		{ask: 'DELETE /radarr/api/v3/indexer/{radarrIndexer}', says: /^\{\}$/},
	],
	Recyclarr: [
		{
			ask: 'POST /radarr/api/v3/customformat',
			body: format,
			status: 201,
			as: 'format',
			reads: {id: 'number', name: [format.name], 'specifications[].implementation': ['ReleaseTitleSpecification']},
		},
		{
			ask: 'PUT /radarr/api/v3/customformat/{format}',
			body: {...format, name: 'x265'},
			status: 202,
			reads: {name: ['x265']},
			after: {ask: 'GET /radarr/api/v3/customformat/{format}', reads: {name: ['x265'], 'specifications[].fields[].name': ['value']}},
		},
		{
			ask: 'PUT /sonarr/api/v3/config/mediamanagement/1',
			body: {id: 1, downloadPropersAndRepacks: 'doNotPrefer'},
			status: 202,
			reads: {downloadPropersAndRepacks: ['doNotPrefer']},
			after: {ask: 'GET /sonarr/api/v3/config/mediamanagement', reads: {downloadPropersAndRepacks: ['doNotPrefer']}},
		},
		{
			ask: 'PUT /radarr/api/v3/config/naming/1',
			body: {id: 1, renameMovies: true, standardMovieFormat: '{Movie CleanTitle} ({Release Year})'},
			status: 202,
			reads: {renameMovies: [true]},
			after: {ask: 'GET /radarr/api/v3/config/naming', reads: {standardMovieFormat: ['{Movie CleanTitle} ({Release Year})']}},
		},
		{ask: 'DELETE /radarr/api/v3/customformat/{format}', says: /^\{\}$/},
	],
	Configarr: [
		{
			ask: 'PUT /sonarr/api/v3/delayprofile/1',
			body: {id: 1, enableUsenet: true, enableTorrent: true, preferredProtocol: 'torrent', torrentDelay: 30, usenetDelay: 0, tags: []},
			status: 202,
			reads: {torrentDelay: [30], preferredProtocol: ['torrent']},
			after: {ask: 'GET /sonarr/api/v3/delayprofile/1', reads: {torrentDelay: [30]}},
		},
	],
	Seerr: [
		{ask: 'POST /radarr/api/v3/tag', body: {label: '1 - admin'}, status: 201, as: 'tag', reads: {id: 'number', label: ['1-admin']}},
		{
			ask: 'PUT /sonarr/api/v3/episode/monitor',
			body: {episodeIds: ['{episode}'], monitored: false},
			status: 202,
			reads: under('[]', {id: 'number', monitored: [false]}),
			after: {ask: 'GET /sonarr/api/v3/episode/{episode}', reads: {monitored: [false]}},
		},
		{
			ask: 'POST /radarr/api/v3/command',
			body: {name: 'RefreshMonitoredDownloads'},
			status: 201,
			as: 'command',
			reads: {id: 'number', name: ['RefreshMonitoredDownloads'], status: ['queued', 'started', 'completed']},
			after: {ask: 'GET /radarr/api/v3/command/{command}', reads: {id: 'number', commandName: 'text', queued: 'date', message: 'text'}},
		},
	],
	autobrr: [
		{
			ask: 'POST /radarr/api/v3/release/push',
			body: {
				...{title: 'The.Quiet.Harbour.2019.1080p.WEB-DL-NOBODY', downloadUrl: 'https://tracker.example/dl', size: 10, protocol: 'torrent'},
				...{indexer: 'Tracker', publishDate: '2026-11-01T00:00:00Z', downloadProtocol: 'torrent'},
			},
			reads: under('[]', {approved: [false], rejected: [true], temporarilyRejected: 'flag', 'rejections[]': ['Not an upgrade']}),
		},
	],
	Cleanuparr: [
		{
			ask: `DELETE /radarr/api/v3/queue/{radarrQueue}?${removal}`,
			says: /^\{\}$/,
			after: {ask: 'GET /radarr/api/v3/queue', reads: {totalRecords: [0]}},
		},
		{
			ask: 'POST /radarr/api/v3/command',
			body: {name: 'MoviesSearch', movieIds: ['{movie}']},
			status: 201,
			reads: {id: 'number', name: ['MoviesSearch']},
			after: {
				ask: 'GET /radarr/api/v3/blocklist',
				reads: {totalRecords: [1], 'records[].sourceTitle': 'text', 'records[].movieId': 'number'},
			},
		},
	],
	Maintainerr: [
		{
			ask: 'POST /radarr/api/v3/exclusions/bulk',
			body: [{tmdbId: 603, movieTitle: 'Gone', movieYear: 2019}],
			reads: under('[]', {id: 'number', tmdbId: [603]}),
			after: {ask: 'GET /radarr/api/v3/exclusions', reads: under('[]', {tmdbId: [603], movieTitle: ['Gone'], movieYear: [2019]})},
		},
		{
			ask: 'POST /radarr/api/v3/exclusions/bulk',
			body: [{tmdbId: 603, movieTitle: 'Gone', movieYear: 2019}],
			status: 400,
			reads: under('[]', {errorMessage: ['This exclusion has already been added.'], propertyName: 'text', severity: ['error']}),
		},
		{
			ask: 'DELETE /radarr/api/v3/movie/{movie}?deleteFiles=true&addImportExclusion=false',
			says: /^\{\}$/,
			after: {ask: 'GET /radarr/api/v3/wanted/missing', reads: {totalRecords: [1]}},
		},
	],
	Huntarr: [
		{
			ask: 'PUT /sonarr/api/v3/series/editor',
			body: {seriesIds: ['{series}'], monitored: true},
			status: 202,
			reads: under('[]', {id: 'number', monitored: [true]}),
		},
		{
			ask: 'POST /sonarr/api/v3/command',
			body: {name: 'SeasonSearch', seriesId: '{series}', seasonNumber: 1},
			status: 201,
			reads: {name: ['SeasonSearch']},
		},
	],
};
