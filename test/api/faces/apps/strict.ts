import {type AppRow, type Reads, under} from './reads.ts';

const quality: Reads = {'quality.quality.id': 'number', 'quality.quality.name': 'text', 'quality.revision.version': 'number'};
const status: Reads = {
	appName: 'text',
	instanceName: 'text',
	version: 'text',
	urlBase: 'text',
	startTime: 'date',
	isDocker: 'flag',
	branch: 'text',
};
const command: Reads = {id: 'number', name: 'text', commandName: 'text', status: 'text', queued: 'date', message: 'text', body: 'object'};
const provider: Reads = {
	...{
		id: 'number',
		name: 'text',
		implementation: 'text',
		implementationName: 'text',
		configContract: 'text',
		infoLink: 'text',
		tags: 'list',
	},
	...{'fields[].name': 'text', 'fields[].type': 'text', 'fields[].order': 'number'},
};
const profile: Reads = {
	...{id: 'number', name: 'text', cutoff: 'number', upgradeAllowed: 'flag', 'items[].allowed': 'flag', formatItems: 'list'},
	...{minFormatScore: 'number', cutoffFormatScore: 'number', minUpgradeFormatScore: 'number'},
};
const definition: Reads = {
	...{id: 'number', title: 'text', weight: 'number', minSize: 'number', preferredSize: 'number?', maxSize: 'number?'},
	...{'quality.id': 'number', 'quality.name': 'text', 'quality.source': 'text', 'quality.resolution': 'number'},
};
const queueRow: Reads = {
	...{id: 'number', protocol: 'text', size: 'number', sizeleft: 'number', title: 'text', status: 'text', trackedDownloadState: 'text'},
	...{
		trackedDownloadStatus: 'text',
		statusMessages: 'list',
		languages: 'list',
		customFormats: 'list',
		customFormatScore: 'number',
		added: 'date',
	},
};
const historyRow: Reads = {
	id: 'number',
	eventType: 'text',
	date: 'date',
	sourceTitle: 'text',
	data: 'object',
	languages: 'list',
	...quality,
};
const releaseRow: Reads = {
	...{guid: 'text', title: 'text', size: 'number', age: 'number', ageMinutes: 'number', rejected: 'flag', downloadAllowed: 'flag'},
	...{
		customFormatScore: 'number',
		protocol: 'text',
		indexerId: 'number',
		rejections: 'list',
		qualityWeight: 'number',
		releaseWeight: 'number',
	},
	...quality,
};
const fileRow: Reads = {
	...{id: 'number', path: 'text', relativePath: 'text', size: 'number', dateAdded: 'date', languages: 'list', customFormatScore: 'number'},
	...{
		qualityCutoffNotMet: 'flag',
		'mediaInfo.audioChannels': 'number',
		'mediaInfo.videoBitrate': 'number',
		'mediaInfo.runTime': 'text',
		...quality,
	},
};

const ofBoth = (base: string): AppRow[] => [
	{ask: `GET ${base}/system/status`, reads: status},
	{ask: `GET ${base}/qualityprofile`, reads: under('[]', profile)},
	{ask: `GET ${base}/qualitydefinition`, reads: under('[]', definition)},
	{ask: `GET ${base}/language`, reads: under('[]', {id: 'number', name: 'text', nameLower: 'text'})},
	{
		ask: `GET ${base}/rootfolder`,
		reads: under('[]', {
			id: 'number',
			path: 'text',
			accessible: 'flag',
			freeSpace: 'number',
			totalSpace: 'number',
			unmappedFolders: 'list',
		}),
	},
	{ask: `GET ${base}/diskspace`, reads: under('[]', {path: 'text', label: 'text', freeSpace: 'number', totalSpace: 'number'})},
	{
		ask: `GET ${base}/queue/status`,
		reads: Object.fromEntries(['totalCount', 'count', 'unknownCount'].map(name => [name, 'number'])) as Reads,
	},
	{
		ask: `GET ${base}/indexer`,
		reads: under('[]', {...provider, enableRss: 'flag', protocol: 'text', priority: 'number', downloadClientId: 'number'}),
	},
	{ask: `GET ${base}/downloadclient/schema`, reads: under('[]', {implementation: 'text', 'fields[].name': 'text', protocol: 'text'})},
	{ask: `GET ${base}/notification/schema`, reads: under('[]', {implementation: 'text', 'fields[].name': 'text', supportsOnGrab: 'flag'})},
	{ask: `GET ${base}/importlist/schema`, reads: under('[]', {implementation: 'text', 'fields[]?.name': 'text', listType: 'text'})},
	{
		ask: `GET ${base}/autotagging/schema`,
		reads: under('[]', {implementation: 'text', negate: 'flag', required: 'flag', 'fields[]?.name': 'text'}),
	},
	{
		ask: `GET ${base}/customformat/schema`,
		reads: under('[]', {implementation: 'text', negate: 'flag', required: 'flag', 'fields[].name': 'text'}),
	},
	{ask: `GET ${base}/metadata`, reads: under('[]', {...provider, enable: 'flag'})},
	{
		ask: `GET ${base}/delayprofile`,
		reads: under('[]', {
			id: 'number',
			enableUsenet: 'flag',
			enableTorrent: 'flag',
			preferredProtocol: 'text',
			usenetDelay: 'number',
			order: 'number',
			tags: 'list',
		}),
	},
	{
		ask: `GET ${base}/config/host`,
		reads: {port: 'number', urlBase: 'text', instanceName: 'text', authenticationMethod: ['forms'], apiKey: ['********']},
	},
	{
		ask: `GET ${base}/system/task`,
		reads: under('[]', {id: 'number', name: 'text', taskName: 'text', interval: 'number', lastExecution: 'date', nextExecution: 'date'}),
	},
	{ask: `GET ${base}/indexerflag`, reads: under('[]', {id: 'number', name: 'text'})},
];

/** What clients of strict types require of each list: a field that is missing or of another type ends them. */
export const strictTypes: Readonly<Record<string, readonly AppRow[]>> = {
	Radarr: [
		...ofBoth('/radarr/api/v3'),
		{
			ask: 'GET /radarr/api/v3/movie',
			reads: under('[]', {
				...{id: 'number', tmdbId: 'number', title: 'text', sortTitle: 'text', year: 'number', runtime: 'number', alternateTitles: 'list'},
				...{genres: 'list', status: ['announced', 'inCinemas', 'released', 'tba'], isAvailable: 'flag', minimumAvailability: 'text'},
				...{monitored: 'flag', qualityProfileId: 'number', added: 'date', tags: 'list', images: 'list', path: 'text', hasFile: 'flag'},
			}),
		},
		{ask: 'GET /radarr/api/v3/moviefile?movieId={movie}', reads: under('[]', {...fileRow, movieId: 'number'})},
		{ask: 'GET /radarr/api/v3/queue', reads: under('records[]', {...queueRow, movieId: 'number'})},
		{ask: 'GET /radarr/api/v3/history', reads: under('records[]', {...historyRow, movieId: 'number', customFormats: 'list'})},
		{ask: 'GET /radarr/api/v3/release?movieId={movie}', reads: under('[]', {...releaseRow, languages: 'list'})},
		{
			ask: 'GET /radarr/api/v3/manualimport?movieId={movie}',
			reads: under('[]', {id: 'number', size: 'number', rejections: 'list', path: 'text', ...quality}),
		},
		{ask: 'GET /radarr/api/v3/command/{radarrCommand}', reads: command},
	],
	Sonarr: [
		...ofBoth('/sonarr/api/v3'),
		{
			ask: 'GET /sonarr/api/v3/series',
			reads: under('[]', {
				...{
					id: 'number',
					title: 'text',
					sortTitle: 'text',
					tvdbId: 'number',
					status: ['upcoming', 'continuing', 'ended'],
					seriesType: 'text',
				},
				...{
					year: 'number',
					runtime: 'number',
					ended: 'flag',
					seasonFolder: 'flag',
					useSceneNumbering: 'flag',
					added: 'date',
					monitored: 'flag',
				},
				...{tags: 'list', genres: 'list', images: 'list', path: 'text', monitorNewItems: ['all', 'none'], languageProfileId: [1]},
				'seasons[].seasonNumber': 'number',
				...under('seasons[].statistics', {
					...{
						episodeFileCount: 'number',
						episodeCount: 'number',
						totalEpisodeCount: 'number',
						sizeOnDisk: 'number',
						percentOfEpisodes: 'number',
					},
				}),
			}),
		},
		{
			ask: 'GET /sonarr/api/v3/episode?seriesId={series}',
			reads: under('[]', {
				...{id: 'number', seriesId: 'number', episodeFileId: 'number', tvdbId: 'number', seasonNumber: 'number', episodeNumber: 'number'},
				...{
					hasFile: 'flag',
					monitored: 'flag',
					unverifiedSceneNumbering: 'flag',
					title: 'text',
					runtime: 'number',
					airDate: 'date',
					airDateUtc: 'date',
				},
			}),
		},
		{
			ask: 'GET /sonarr/api/v3/episodefile?seriesId={series}',
			reads: under('[]', {...fileRow, seriesId: 'number', seasonNumber: 'number', releaseType: 'text'}),
		},
		{
			ask: 'GET /sonarr/api/v3/queue',
			reads: under('records[]', {...queueRow, seriesId: 'number', episodeId: 'number', seasonNumber: 'number', episodeHasFile: 'flag'}),
		},
		{ask: 'GET /sonarr/api/v3/history', reads: under('records[]', {...historyRow, seriesId: 'number', episodeId: 'number'})},
		{
			ask: 'GET /sonarr/api/v3/release?episodeId={episode}',
			reads: under('[]', {
				...{...releaseRow, fullSeason: 'flag', episodeRequested: 'flag', special: 'flag', isPossibleSpecialEpisode: 'flag'},
				seasonNumber: 'number',
			}),
		},
		{
			ask: 'GET /sonarr/api/v3/manualimport?seriesId={series}',
			reads: under('[]', {id: 'number', size: 'number', rejections: 'list', episodes: 'list', ...quality}),
		},
		{ask: 'GET /sonarr/api/v3/command/{sonarrCommand}', reads: command},
		{ask: 'GET /sonarr/api/v3/languageprofile', reads: under('[]', {id: [1], name: 'text', upgradeAllowed: 'flag', languages: 'list'})},
	],
	Prowlarr: [
		{ask: 'GET /prowlarr/api/v1/system/status', reads: status},
		{
			ask: 'GET /prowlarr/api/v1/indexer',
			reads: under('[]', {
				...{...provider, enable: 'flag', redirect: 'flag', supportsRss: 'flag', supportsSearch: 'flag', appProfileId: 'number'},
				...{protocol: ['torrent', 'usenet'], privacy: ['public', 'private'], priority: 'number', added: 'date', sortName: 'text'},
				...{definitionName: 'text', language: 'text', 'indexerUrls[]': 'text', legacyUrls: 'list', downloadClientId: 'number'},
				...under('capabilities', {
					'categories[].id': 'number',
					'categories[].name': 'text',
					searchParams: 'list',
					tvSearchParams: 'list',
					limitsMax: 'number',
				}),
			}),
		},
		{
			ask: 'GET /prowlarr/api/v1/indexer/schema',
			reads: under('[]', {implementation: ['Newznab', 'Torznab'], 'fields[].name': 'text', privacy: 'text'}),
		},
		{
			ask: 'GET /prowlarr/api/v1/notification/schema',
			reads: under('[]', {implementation: 'text', 'fields[].name': 'text', supportsOnHealthIssue: 'flag'}),
		},
		{
			ask: 'GET /prowlarr/api/v1/indexerstats',
			reads: under('indexers[]', {
				...{indexerId: 'number', indexerName: 'text', averageResponseTime: 'number', numberOfQueries: 'number', numberOfGrabs: 'number'},
				...{numberOfRssQueries: 'number', numberOfAuthQueries: 'number', numberOfFailedQueries: 'number', numberOfFailedGrabs: 'number'},
			}),
		},
		{
			ask: 'GET /prowlarr/api/v1/history',
			reads: under('records[]', {id: 'number', indexerId: 'number', date: 'date', successful: 'flag', eventType: 'text', data: 'object'}),
		},
		{ask: 'GET /prowlarr/api/v1/appprofile', reads: under('[]', {id: 'number', name: 'text', enableRss: 'flag', minimumSeeders: 'number'})},
		{
			ask: 'GET /prowlarr/api/v1/search?query=harbour',
			reads: under('[]', {guid: 'text', title: 'text', size: 'number', indexerId: 'number', protocol: 'text', publishDate: 'date'}),
		},
		{ask: 'GET /prowlarr/api/v1/system/task', reads: under('[]', {id: 'number', name: 'text', interval: 'number', nextExecution: 'date'})},
	],
};
