import {type AppRow, type Reads, under} from './reads.ts';

const quality: Reads = {'quality.quality.name': 'text', 'quality.quality.id': 'number'};

const queueStates = ['downloading', 'importBlocked', 'importPending', 'importing', 'imported', 'failedPending', 'failed', 'ignored'];
const queueRow: Reads = {
	id: 'number',
	title: 'text',
	status: ['downloading', 'paused', 'queued', 'completed', 'delay', 'failed', 'warning'],
	trackedDownloadStatus: ['ok', 'warning', 'error'],
	trackedDownloadState: queueStates,
	protocol: ['torrent', 'usenet'],
	downloadId: 'text',
	size: 'number',
	sizeleft: 'number',
	'statusMessages[]?.messages[]?': 'text',
};
const paged: Reads = {page: 'number', pageSize: 'number', totalRecords: 'number'};
const queueOf = (reads: Reads): Reads => ({...paged, ...under('records[]', {...queueRow, ...reads})});

/** What each app asks, as its own source sends it, and the fields that it reads. Only requests that change nothing. */
export const readingApps: Readonly<Record<string, readonly AppRow[]>> = {
	Cleanuparr: [
		{ask: 'GET /radarr/api/v3/system/status', reads: {appName: ['Radarr'], version: 'text'}},
		{
			ask: 'GET /radarr/api/v3/queue?page=1&pageSize=200&includeUnknownMovieItems=true&includeMovie=true',
			reads: queueOf({movieId: 'number', 'movie.title': 'text', 'movie.images[]': 'object', downloadClient: 'text'}),
		},
		{
			ask: 'GET /sonarr/api/v3/queue?page=1&pageSize=200&includeUnknownSeriesItems=true&includeSeries=true&includeEpisode=true',
			reads: queueOf({seriesId: 'number', episodeId: 'number', seasonNumber: 'number', 'series.title': 'text'}),
		},
		{
			ask: 'GET /radarr/api/v3/movie',
			reads: under('[]', {
				id: 'number',
				monitored: 'flag',
				hasFile: 'flag',
				status: 'text',
				added: 'date',
				tags: 'list',
				qualityProfileId: 'number',
			}),
		},
		{
			ask: 'GET /radarr/api/v3/moviefile?movieFileIds={movieFile}',
			reads: under('[]', {id: 'number', customFormatScore: 'number', qualityCutoffNotMet: 'flag'}),
		},
		{
			ask: 'GET /sonarr/api/v3/episodefile?seriesId={series}',
			reads: under('[]', {id: 'number', customFormatScore: 'number', seriesId: 'number'}),
		},
		{
			ask: 'GET /sonarr/api/v3/episode?seriesId={series}',
			reads: under('[]', {id: 'number', monitored: 'flag', hasFile: 'flag', seasonNumber: 'number', episodeFileId: 'number'}),
		},
		{
			ask: 'GET /radarr/api/v3/qualityprofile',
			reads: under('[]', {id: 'number', name: 'text', cutoff: 'number', cutoffFormatScore: 'number'}),
		},
		{ask: 'GET /radarr/api/v3/tag'},
	],
	Maintainerr: [
		{
			ask: 'GET /radarr/api/v3/movie?tmdbId=603',
			reads: under('[]', {
				id: 'number',
				path: 'text',
				monitored: 'flag',
				qualityProfileId: 'number',
				hasFile: 'flag',
				title: 'text',
				year: 'number',
			}),
		},
		{ask: 'GET /radarr/api/v3/movie?tmdbId=1'},
		{ask: 'GET /radarr/api/v3/moviefile?movieId={movie}', reads: under('[]', {id: 'number', path: 'text', size: 'number'})},
		{
			ask: 'GET /radarr/api/v3/history/movie?movieId={movie}',
			reads: under('[]', {downloadId: 'text', eventType: ['grabbed', 'downloadFolderImported'], date: 'date'}),
		},
		{
			ask: 'GET /sonarr/api/v3/series?tvdbId=42815',
			reads: under('[]', {id: 'number', path: 'text', monitored: 'flag', 'seasons[].statistics.episodeFileCount': 'number'}),
		},
		{
			ask: 'GET /sonarr/api/v3/history/series?seriesId={series}',
			reads: under('[]', {downloadId: 'text', eventType: 'text', seriesId: 'number'}),
		},
		{ask: 'GET /radarr/api/v3/diskspace', reads: under('[]', {path: 'text', freeSpace: 'number', totalSpace: 'number'})},
		{ask: 'GET /radarr/api/v3/rootfolder', reads: under('[]', {id: 'number', path: 'text'})},
		{ask: 'GET /radarr/api/v3/exclusions'},
	],
	Janitorr: [
		{
			ask: 'GET /radarr/api/v3/history/movie?movieId={movie}&eventType=downloadFolderImported',
			reads: under('[]', {date: 'date', 'data.droppedPath': 'text', 'data.importedPath': 'text'}),
		},
		{
			ask: 'GET /sonarr/api/v3/history/series?seriesId={series}&seasonNumber=1&eventType=downloadFolderImported',
			reads: under('[]', {date: 'date', 'data.importedPath': 'text', episodeId: 'number'}),
		},
		{ask: 'GET /radarr/api/v3/movie', reads: under('[]', {id: 'number', imdbId: 'text', tmdbId: 'number', path: 'text', tags: 'list'})},
		{ask: 'GET /radarr/api/v3/tag'},
	],
	Seerr: [
		{ask: 'GET /radarr/api/v3/system/status', reads: {appName: ['Radarr'], version: 'text', urlBase: 'text'}},
		{ask: 'GET /radarr/api/v3/qualityProfile', reads: under('[]', {id: 'number', name: 'text'})},
		{ask: 'GET /sonarr/api/v3/languageprofile', reads: under('[]', {id: 'number', name: 'text'})},
		{ask: 'GET /radarr/api/v3/rootfolder', reads: under('[]', {id: 'number', path: 'text', freeSpace: 'number'})},
		{
			ask: 'GET /radarr/api/v3/movie',
			reads: under('[]', {
				id: 'number',
				title: 'text',
				tmdbId: 'number',
				monitored: 'flag',
				hasFile: 'flag',
				isAvailable: 'flag',
				titleSlug: 'text',
				folderName: 'text',
				tags: 'list',
			}),
		},
		{
			ask: 'GET /radarr/api/v3/movie?tmdbId=603',
			reads: under('[]', {'movieFile.mediaInfo.resolution': 'text', 'movieFile.quality.quality.resolution': 'number'}),
		},
		{
			ask: 'GET /sonarr/api/v3/series',
			reads: under('[]', {
				id: 'number',
				tvdbId: 'number',
				titleSlug: 'text',
				monitored: 'flag',
				'seasons[].seasonNumber': 'number',
				'seasons[].monitored': 'flag',
				'seasons[].statistics.episodeFileCount': 'number',
				'seasons[].statistics.totalEpisodeCount': 'number',
				'seasons[].statistics.percentOfEpisodes': 'number',
			}),
		},
		{
			ask: 'GET /sonarr/api/v3/queue?includeEpisode=true',
			reads: queueOf({seriesId: 'number', 'episode.seasonNumber': 'number', 'episode.episodeNumber': 'number', 'episode.id': 'number'}),
		},
		{
			ask: 'GET /radarr/api/v3/queue?includeEpisode=true',
			reads: queueOf({movieId: 'number', estimatedCompletionTime: 'date', timeleft: 'text'}),
		},
	],
	Bazarr: [
		{ask: 'GET /radarr/api/system/status', status: 404, says: /^$/},
		{
			ask: 'GET /sonarr/api/v3/series?apikey={key}',
			reads: under('[]', {
				id: 'number',
				tvdbId: 'number',
				title: 'text',
				path: 'text',
				alternateTitles: 'list',
				'images[].coverType': 'text',
				'images[].url': 'text',
				overview: 'text',
				year: 'number',
				seriesType: 'text',
				tags: 'list',
				monitored: 'flag',
				'originalLanguage.name': 'text',
			}),
		},
		{
			ask: 'GET /sonarr/api/v3/episode?seriesId={series}',
			reads: under('[]', {
				id: 'number',
				seriesId: 'number',
				title: 'text',
				seasonNumber: 'number',
				episodeNumber: 'number',
				hasFile: 'flag',
				monitored: 'flag',
				tvdbId: 'number',
			}),
		},
		{
			ask: 'GET /sonarr/api/v3/episodefile?seriesId={series}',
			reads: under('[]', {
				id: 'number',
				path: 'text',
				size: 'number',
				'languages[].name': 'text',
				'mediaInfo.audioLanguages': 'text',
				...quality,
			}),
		},
		{
			ask: 'GET /radarr/api/v3/movie?tmdbId=603',
			reads: under('[]', {
				'movieFile.path': 'text',
				'movieFile.relativePath': 'text',
				'movieFile.size': 'number',
				'movieFile.languages[].name': 'text',
				'movieFile.mediaInfo.videoCodec': 'text',
				alternateTitles: 'list',
				...under('movieFile', quality),
			}),
		},
		{ask: 'GET /sonarr/api/v3/history?eventType=1&episodeId={episode}', reads: {'records[].data.nzbInfoUrl': 'text'}},
		{ask: 'GET /radarr/api/v3/mediacover/{movie}/nothing.jpg', status: 404},
	],
	decluttarr: [
		{ask: 'GET /radarr/api/v3/queue?page=1&pageSize=1', reads: {totalRecords: 'number'}},
		{ask: 'GET /radarr/api/v3/queue?page=1&pageSize=2&includeMovie=True', reads: queueOf({movieId: 'number', indexer: 'text'})},
		{ask: 'GET /radarr/api/v3/config/ui', reads: {uiLanguage: 'number'}},
		{
			ask: 'GET /radarr/api/v3/wanted/missing?sortDirection=default&sortKey=movies.lastSearchTime&page=1&pageSize=10',
			reads: {...paged, 'records[].id': 'number'},
		},
		{ask: 'GET /sonarr/api/v3/wanted/cutoff?sortKey=episodes.lastSearchTime&pageSize=10', reads: paged},
	],
	Unpackerr: [
		{
			ask: 'GET /radarr/api/v3/queue?page=1&pageSize=2000&includeUnknownMovieItems=true',
			reads: queueOf({movieId: 'number', outputPath: 'text'}),
		},
		{
			ask: 'GET /sonarr/api/v3/queue?page=1&pageSize=2000&includeUnknownSeriesItems=true',
			reads: queueOf({seriesId: 'number', episodeId: 'number', outputPath: 'text'}),
		},
	],
	'Home Assistant': [
		{
			ask: 'GET /sonarr/api/v3/wanted/missing?includeSeries=true&page=1&pageSize=1&sortDirection=descending&sortKey=airDateUtc',
			reads: {...paged, 'records[].series.title': 'text', 'records[].airDateUtc': 'date'},
		},
		{
			ask: 'GET /sonarr/api/v3/calendar?start=2024-01-01&end=2024-02-01&includeSeries=true',
			reads: under('[]', {
				'series.title': 'text',
				airDateUtc: 'date',
				title: 'text',
				seasonNumber: 'number',
				episodeNumber: 'number',
				hasFile: 'flag',
			}),
		},
		{ask: 'GET /radarr/api/v3/diskspace', reads: under('[]', {label: 'text', freeSpace: 'number'})},
		{ask: 'GET /sonarr/initialize.json', status: 404},
	],
	exportarr: [
		{ask: 'GET /radarr/api/v3/system/status', reads: {version: 'text', appName: 'text'}},
		{ask: 'GET /radarr/api/v3/health'},
		{
			ask: 'GET /radarr/api/v3/movie',
			reads: under('[]', {
				monitored: 'flag',
				hasFile: 'flag',
				'movieFile.size': 'number?',
				'movieFile.edition': 'text?',
				qualityProfileId: 'number',
				tags: 'list',
			}),
		},
		{ask: 'GET /radarr/api/v3/qualitydefinition', reads: under('[]', {'quality.name': 'text', weight: 'number'})},
		{ask: 'GET /radarr/api/v3/tag/detail'},
		{ask: 'GET /sonarr/api/v3/history?pageSize=1', reads: {totalRecords: 'number'}},
		{ask: 'GET /prowlarr/api/v1/indexer', reads: under('[]', {name: 'text', enable: 'flag', 'fields[].name': 'text'})},
		{
			ask: 'GET /prowlarr/api/v1/indexerstats?startDate={hourAgo}&endDate={soon}',
			reads: {
				...under('indexers[]', {
					indexerName: 'text',
					averageResponseTime: 'number',
					numberOfQueries: 'number',
					numberOfGrabs: 'number',
					numberOfRssQueries: 'number',
					numberOfAuthQueries: 'number',
					numberOfFailedQueries: 'number',
				}),
				userAgents: 'list',
			},
		},
	],
	Homarr: [
		{ask: 'GET /radarr/api', reads: {current: ['v3']}},
		{
			ask: 'GET /radarr/api/v3/calendar?start=2019-01-01T00:00:00.000Z&end=2019-12-31T00:00:00.000Z&unmonitored=true',
			reads: under('[]', {
				title: 'text',
				titleSlug: 'text',
				originalTitle: 'text',
				'images[].coverType': 'text',
				'images[].remoteUrl': 'text',
				inCinemas: 'date?',
				digitalRelease: 'date?',
			}),
		},
		{
			ask: 'GET /sonarr/api/v3/calendar?start=2024-01-01&end=2024-02-01&unmonitored=true&includeSeries=true&includeEpisodeFile=true&includeEpisodeImages=true',
			reads: under('[]', {title: 'text', airDateUtc: 'date', 'series.titleSlug': 'text', 'series.images[].remoteUrl': 'text'}),
		},
		{ask: 'GET /prowlarr/api/v1/indexer', reads: under('[]', {id: 'number', name: 'text', 'indexerUrls[]': 'text', enable: 'flag'})},
		{ask: 'GET /prowlarr/api/v1/indexerstatus'},
		{ask: 'GET /prowlarr/api/v1/indexer/testall', reads: under('[]', {id: 'number', isValid: 'flag', validationFailures: 'list'})},
	],
	Homepage: [
		{ask: 'GET /radarr/api/v3/queue/details', reads: under('[]', {movieId: 'number', sizeleft: 'number', size: 'number', status: 'text'})},
		{ask: 'GET /radarr/api/v3/queue/status', reads: {totalCount: 'number'}},
		{ask: 'GET /sonarr/api/v3/wanted/missing', reads: {totalRecords: 'number'}},
		{
			ask: 'GET /prowlarr/api/v1/indexerstats',
			reads: under('indexers[]', {
				numberOfGrabs: 'number',
				numberOfQueries: 'number',
				numberOfFailedGrabs: 'number',
				numberOfFailedQueries: 'number',
			}),
		},
	],
	NZBHydra2: [
		{
			ask: 'GET /prowlarr/api/v1/indexer',
			reads: under('[]', {
				id: 'number',
				name: 'text',
				enable: 'flag',
				protocol: ['torrent', 'usenet'],
				priority: 'number',
				'capabilities.categories[].id': 'number',
				'capabilities.movieSearchParams': 'list',
			}),
		},
		{ask: 'GET /prowlarr/{indexer}/api?apikey={key}&t=caps', says: /<tv-search available="yes"/},
		{ask: 'GET /prowlarr/{indexer}/api?apikey={key}&t=search&q=harbour&limit=100', says: /<torznab:attr name="seeders"/},
	],
	'cross-seed': [
		{ask: 'GET /prowlarr/{indexer}/api?apikey={key}&t=caps', says: /<movie-search available="yes" supportedParams="q,imdbid/},
		{
			ask: 'GET /prowlarr/{indexer}/api?apikey={key}&t=search&q=The%20Quiet%20Harbour%202019',
			says: /<enclosure url="http:[^"]+download\?link=[^"]+" length="\d+" type="application\/x-bittorrent"\/>/,
		},
		{ask: 'GET /radarr/api', reads: {current: 'text'}},
	],
	Recyclarr: [
		{ask: 'GET /radarr/api/v3/system/status', reads: {appName: ['Radarr'], version: 'text'}},
		{ask: 'GET /radarr/api/v3/customformat'},
		{
			ask: 'GET /radarr/api/v3/qualityprofile',
			reads: under('[]', {
				id: 'number',
				name: 'text',
				cutoff: 'number',
				upgradeAllowed: 'flag',
				minFormatScore: 'number',
				'items[].allowed': 'flag',
				formatItems: 'list',
				'language.name': 'text',
			}),
		},
		{ask: 'GET /sonarr/api/v3/qualityprofile/schema', reads: {'items[].allowed': 'flag'}},
		{
			ask: 'GET /radarr/api/v3/qualitydefinition',
			reads: under('[]', {
				id: 'number',
				title: 'text',
				'quality.id': 'number',
				minSize: 'number',
				maxSize: 'number?',
				preferredSize: 'number?',
			}),
		},
		{
			ask: 'GET /radarr/api/v3/config/naming',
			reads: {id: 'number', renameMovies: 'flag', standardMovieFormat: 'text', movieFolderFormat: 'text'},
		},
		{ask: 'GET /sonarr/api/v3/config/mediamanagement', reads: {id: 'number', downloadPropersAndRepacks: 'text'}},
	],
	Configarr: [
		{ask: 'GET /sonarr/api/v3/language', reads: under('[]', {id: 'number', name: 'text', nameLower: 'text'})},
		{
			ask: 'GET /sonarr/api/v3/delayprofile',
			reads: under('[]', {
				id: 'number',
				enableUsenet: 'flag',
				enableTorrent: 'flag',
				usenetDelay: 'number',
				torrentDelay: 'number',
				order: 'number',
				tags: 'list',
			}),
		},
		{ask: 'GET /radarr/api/v3/rootfolder', reads: under('[]', {id: 'number', path: 'text'})},
		{ask: 'GET /radarr/api/v3/remotepathmapping'},
		{
			ask: 'GET /sonarr/api/v3/config/naming',
			reads: {renameEpisodes: 'flag', colonReplacementFormat: 'number', seriesFolderFormat: 'text', multiEpisodeStyle: 'number'},
		},
	],
	Prowlarr: [
		{
			ask: 'GET /radarr/api/v3/indexer',
			reads: under('[]', {
				id: 'number',
				name: 'text',
				implementation: 'text',
				configContract: 'text',
				'fields[].name': 'text',
				enableRss: 'flag',
				priority: 'number',
				tags: 'list',
			}),
		},
		{ask: 'GET /sonarr/api/v3/indexer/schema', reads: under('[]', {implementation: ['Newznab', 'Torznab'], 'fields[].name': 'text'})},
		{ask: 'GET /radarr/api/v3/system/status', reads: {version: 'text'}},
	],
	Notifiarr: [
		{ask: 'GET /radarr/api/v3/customformat'},
		{
			ask: 'GET /radarr/api/v3/history?page=1&pageSize=100&sortDirection=descending&sortKey=date',
			reads: {...paged, ...under('records[]', {id: 'number', movieId: 'number', sourceTitle: 'text', date: 'date', ...quality})},
		},
		{ask: 'GET /radarr/ping', reads: {status: ['OK']}},
		{ask: 'GET /prowlarr/api/v1/health'},
		{ask: 'GET /prowlarr/api/v1/notification'},
	],
	'LunaSea and nzb360': [
		{
			ask: 'GET /radarr/api/v3/movie',
			reads: under('[]', {
				id: 'number',
				sortTitle: 'text',
				year: 'number',
				runtime: 'number',
				studio: 'text',
				genres: 'list',
				minimumAvailability: 'text',
				sizeOnDisk: 'number',
				'images[].coverType': 'text',
			}),
		},
		{
			ask: 'GET /radarr/api/v3/history/movie?movieId={movie}',
			reads: under('[]', {eventType: 'text', sourceTitle: 'text', date: 'date', data: 'object'}),
		},
		{
			ask: 'GET /sonarr/api/v3/series/{series}',
			reads: {id: 'number', 'seasons[].statistics.sizeOnDisk': 'number', nextAiring: 'date?', network: 'text', certification: 'text?'},
		},
		{ask: 'GET /sonarr/api/v3/blocklist?pageSize=50', reads: paged},
		{
			ask: 'GET /radarr/api/v3/release?movieId={movie}',
			reads: under('[]', {
				guid: 'text',
				title: 'text',
				size: 'number',
				ageHours: 'number',
				rejected: 'flag',
				protocol: 'text',
				indexerId: 'number',
				'languages[].name': 'text',
				...quality,
			}),
		},
		{
			ask: 'GET /prowlarr/api/v1/search?query=harbour&type=search&limit=100&offset=0',
			reads: under('[]', {
				title: 'text',
				indexer: 'text',
				size: 'number',
				downloadUrl: 'text',
				seeders: 'number',
				'categories[].name': 'text',
				age: 'number',
			}),
		},
		{
			ask: 'GET /prowlarr/api/v1/history?page=1&pageSize=20&sortKey=date&sortDirection=descending',
			reads: {
				...paged,
				...under('records[]', {id: 'number', indexerId: 'number', eventType: 'text', successful: 'flag', 'data.query': 'text'}),
			},
		},
	],
};
