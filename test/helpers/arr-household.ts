/** The other tables of a household: `settings` are JSON as the programs store them. */
export function householdSql(program: 'radarr' | 'sonarr'): string {
	const isRadarr = program === 'radarr';
	const [of, category] = isRadarr ? ['movie', 'radarr'] : ['tv', 'tv-sonarr'];
	const json = (value: object) => `'${JSON.stringify(value)}'`;
	const net = (host: string, port: number) => ({host, port, useSsl: false, urlBase: ''});
	const titleId = isRadarr ? 'MovieId' : 'SeriesId';
	return `
		CREATE TABLE "Config" ("Id" INTEGER PRIMARY KEY, "Key" TEXT, "Value" TEXT);
		INSERT INTO "Config" VALUES (1, 'retention', '3000'), (2, 'minimumage', '10'), (3, 'recyclebin', '/trash'),
			(4, 'proxyenabled', 'True'), (5, 'downloadpropersandrepacks', '${isRadarr ? 'doNotUpgrade' : 'doNotPrefer'}'),
			(6, 'importextrafiles', 'True'), (7, 'extrafileextensions', 'srt,.nfo');
		CREATE TABLE "NamingConfig" ("Id" INTEGER PRIMARY KEY, "ReplaceIllegalCharacters" INTEGER, "ColonReplacementFormat" INTEGER,
			"StandardMovieFormat" TEXT, "MovieFolderFormat" TEXT, "RenameMovies" INTEGER, "StandardEpisodeFormat" TEXT, "RenameEpisodes" INTEGER, "MultiEpisodeStyle" INTEGER);
		INSERT INTO "NamingConfig" VALUES (1, 1, ${isRadarr ? 3 : 1}, '{Movie CleanTitle} {(Release Year)} {Nonsense}', '{Movie Title} ({Release Year}) {tmdb-{TmdbId}}', 0,
			'{Series Title} S{season:00}E{episode:00}', 1, 4);
		CREATE TABLE "QualityDefinitions" ("Id" INTEGER PRIMARY KEY, "Quality" INTEGER, "MinSize" NUMERIC, "MaxSize" NUMERIC, "PreferredSize" NUMERIC);
		INSERT INTO "QualityDefinitions" VALUES (1, 7, ${isRadarr ? 5 : 3}, ${isRadarr ? 90.5 : 200}, 50);
		CREATE TABLE "DelayProfiles" ("Id" INTEGER PRIMARY KEY, "EnableUsenet" INTEGER, "EnableTorrent" INTEGER, "PreferredProtocol" INTEGER,
			"UsenetDelay" INTEGER, "TorrentDelay" INTEGER, "Order" INTEGER, "Tags" TEXT, "BypassIfHighestQuality" INTEGER);
		INSERT INTO "DelayProfiles" VALUES (1, 1, 1, 1, ${isRadarr ? 30 : 60}, 0, 2147483647, '[]', 1), (2, 1, 1, 2, 0, 20000, 1, '[1]', 0);
		CREATE TABLE "ReleaseProfiles" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Enabled" INTEGER, "Required" TEXT, "Ignored" TEXT, "Tags" TEXT, "IndexerId" INTEGER);
		INSERT INTO "ReleaseProfiles" VALUES (1, 'No cams', 1, '[]', '["HDCAM", "/\\\\bTELESYNC\\\\b/i"]', '[]', 0), (2, NULL, 0, '["German"]', '[]', '[1]', 2),
			(3, 'Odd', 1, '["/(?>x)/"]', '[]', '[]', 0);
		CREATE TABLE "RemotePathMappings" ("Id" INTEGER PRIMARY KEY, "Host" TEXT, "RemotePath" TEXT, "LocalPath" TEXT);
		INSERT INTO "RemotePathMappings" VALUES (1, 'torrents', '/downloads/', '/data/downloads/');
		CREATE TABLE "DownloadClients" ("Id" INTEGER PRIMARY KEY, "Enable" INTEGER, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT, "Priority" INTEGER,
			"RemoveCompletedDownloads" INTEGER, "RemoveFailedDownloads" INTEGER, "Tags" TEXT);
		INSERT INTO "DownloadClients" VALUES
			(1, 0, 'qBittorrent', 'QBittorrent', ${json({...net('torrents', 8080), username: 'admin', password: 'pw-of-torrents', [`${of}Category`]: category, [`${of}ImportedCategory`]: 'done', initialState: 2})}, 3, 1, 0, '[]'),
			(2, 1, 'Aria', 'Aria2', ${json({host: 'aria', secretToken: 'token-of-aria'})}, 1, 1, 1, '[]'),
			(3, 0, 'Watched', 'TorrentBlackhole', ${json({torrentFolder: '/hole/out', watchFolder: '/hole/in', saveMagnetFiles: true, readOnly: true})}, 1, 1, 1, '[1]');
		CREATE TABLE "Indexers" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT, "EnableRss" INTEGER, "EnableAutomaticSearch" INTEGER,
			"EnableInteractiveSearch" INTEGER, "Priority" INTEGER, "Tags" TEXT, "DownloadClientId" INTEGER);
		INSERT INTO "Indexers" VALUES
			(1, 'Blue (Prowlarr)', 'Torznab', ${json({baseUrl: 'http://prowlarr:9696/1/', apiPath: '/api', apiKey: 'key-of-blue', categories: isRadarr ? [2000] : [5000], animeCategories: isRadarr ? [] : [5070], minimumSeeders: 5, seedCriteria: {seedRatio: 1.5, seedTime: 4320}, requiredFlags: [1]})}, 1, 0, 1, 10, '[1]', 1),
			(2, 'Other (Prowlarr)', 'Torznab', ${json({baseUrl: 'http://prowlarr:9696/2/', apiPath: '/api', apiKey: 'key-of-blue', categories: []})}, 1, 1, 1, 25, '[]', 0),
			(3, 'Private', 'FileList', ${json({passkey: 'key-of-private'})}, 1, 1, 1, 25, '[]', 0),
			(4, 'Wrong', 'Newznab', ${json({baseUrl: 'nowhere', apiKey: 'key-of-wrong'})}, 1, 1, 1, 25, '[]', 0);
		ALTER TABLE "Notifications" ADD COLUMN "OnGrab" INTEGER; ALTER TABLE "Notifications" ADD COLUMN "OnDownload" INTEGER; ALTER TABLE "Notifications" ADD COLUMN "Tags" TEXT;
		UPDATE "Notifications" SET "OnGrab" = 1, "Tags" = '[1]', "Settings" = '{"webHookUrl":"https://chat.example/hook/secret-of-chat"}';
		INSERT INTO "Notifications" ("Id", "Name", "Implementation", "Settings", "OnGrab", "OnDownload") VALUES
			(2, 'Plex', 'PlexServer', ${json({host: 'plex', port: 32400, useSsl: false, authToken: 'token-of-plex'})}, 1, 1), (3, 'Shell', 'CustomScript', '{}', 1, 1);
		CREATE TABLE "ImportLists" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT, "Enabled" INTEGER, "EnableAutomaticAdd" INTEGER,
			"RootFolderPath" TEXT, "QualityProfileId" INTEGER, "Tags" TEXT);
		INSERT INTO "ImportLists" VALUES (1, 'Popular', 'TMDbPopularImport', '{"tmdbListType":2}', 1, 1, '${isRadarr ? '/movies' : '/tv'}', 1, '[1]'),
			(2, 'Watched', 'TraktUserImport', '{"accessToken":"token-of-trakt"}', 1, 1, '/movies', 1, '[]'), (3, 'Odd', 'SimklUserImport', '{}', 1, 1, '/movies', 1, '[]');
		CREATE TABLE "${isRadarr ? 'ImportExclusions' : 'ImportListExclusions'}" ("Id" INTEGER PRIMARY KEY, "TmdbId" INTEGER, "TvdbId" INTEGER, "MovieTitle" TEXT, "Title" TEXT);
		INSERT INTO "${isRadarr ? 'ImportExclusions' : 'ImportListExclusions'}" VALUES (1, ${isRadarr ? '5001, NULL' : 'NULL, 700'}, 'Never Again', 'Never Again');
		CREATE TABLE "Blocklist" ("Id" INTEGER PRIMARY KEY, "${titleId}" INTEGER, "EpisodeIds" TEXT, "SourceTitle" TEXT, "Date" DATETIME, "Size" INTEGER, "Protocol" INTEGER,
			"Indexer" TEXT, "Message" TEXT, "TorrentInfoHash" TEXT);
		INSERT INTO "Blocklist" VALUES (1, ${isRadarr ? 1 : 5}, '[3]', 'Bad.Release-NOBODY', '2025-01-01 00:00:00Z', 700, 2, 'Blue (Prowlarr)', 'Wrong file', 'ABCDEF0123456789ABCDEF0123456789ABCDEF01'),
			(2, 1, '[]', 'Worse.Release-NOBODY', '2025-01-02 00:00:00Z', NULL, 1, NULL, NULL, NULL);
		DROP TABLE IF EXISTS "History";
		CREATE TABLE "History" ("Id" INTEGER PRIMARY KEY, "${titleId}" INTEGER, "EpisodeId" INTEGER, "SourceTitle" TEXT, "Date" DATETIME, "Quality" TEXT, "Data" TEXT, "EventType" INTEGER, "DownloadId" TEXT);
		INSERT INTO "History" VALUES
			(1, ${isRadarr ? 1 : 5}, 3, 'Paper.Harbor.2010-NOBODY', '2024-01-01 10:00:00Z', '{"quality":7}', ${json({indexer: 'Blue (Prowlarr)', guid: 'https://blue.example/1?passkey=secret-of-blue', downloadUrl: 'http://prowlarr:9696/1/download?apikey=key-of-blue', size: '1000', releaseGroup: 'NOBODY', downloadClientName: 'qBittorrent'})}, 1, 'ABC1'),
			(2, ${isRadarr ? 1 : 5}, 3, 'Paper.Harbor.2010-NOBODY', '2024-01-01 11:00:00Z', '{"quality":7}', ${json({ImportedPath: '/movies/x.mkv', DroppedPath: '/downloads/x.mkv'})}, 3, 'ABC1'),
			(3, 99, 99, 'Gone-NOBODY', '2024-01-01 11:00:00Z', '{"quality":7}', '{}', 3, 'ABC2'),
			(4, ${isRadarr ? 1 : 5}, 3, 'x.mkv', '2024-01-02 11:00:00Z', '{"quality":7}', '{"reason":"Upgrade"}', ${isRadarr ? 6 : 5}, NULL);`;
}
