import {DatabaseSync} from 'node:sqlite';

const radarr = `
CREATE TABLE "VersionInfo" ("Version" INTEGER NOT NULL);
CREATE TABLE "RootFolders" ("Id" INTEGER PRIMARY KEY, "Path" TEXT NOT NULL);
CREATE TABLE "Tags" ("Id" INTEGER PRIMARY KEY, "Label" TEXT NOT NULL);
CREATE TABLE "QualityProfiles" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Cutoff" INTEGER, "Items" TEXT, "Language" INTEGER, "FormatItems" TEXT, "UpgradeAllowed" INTEGER, "MinFormatScore" INTEGER, "CutoffFormatScore" INTEGER, "MinUpgradeFormatScore" INTEGER);
CREATE TABLE "CustomFormats" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Specifications" TEXT, "IncludeCustomFormatWhenRenaming" INTEGER);
CREATE TABLE "Notifications" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT);
CREATE TABLE "History" ("Id" INTEGER PRIMARY KEY, "SourceTitle" TEXT);
CREATE TABLE "MovieFiles" ("Id" INTEGER PRIMARY KEY, "MovieId" INTEGER, "RelativePath" TEXT, "Size" INTEGER, "DateAdded" DATETIME, "SceneName" TEXT, "MediaInfo" TEXT, "ReleaseGroup" TEXT, "Quality" TEXT, "Edition" TEXT, "Languages" TEXT, "IndexerFlags" INTEGER, "OriginalFilePath" TEXT);
INSERT INTO "RootFolders" VALUES (1, '/movies');
INSERT INTO "Tags" VALUES (1, 'kids');
INSERT INTO "Notifications" VALUES (1, 'Chat', 'Discord', '{"webHookUrl":"https://chat.example/secret-of-chat"}');
INSERT INTO "QualityProfiles" VALUES (1, 'Good', 7, '[{"quality":0,"items":[],"allowed":false},{"id":1000,"name":"WEB 1080p","items":[{"quality":15,"items":[],"allowed":true},{"quality":3,"items":[],"allowed":true}],"allowed":true},{"quality":7,"items":[],"allowed":true},{"quality":22,"items":[],"allowed":false}]', -2, '[]', 1, 0, 100, 1);`;

const newest = `
CREATE TABLE "Movies" ("Id" INTEGER PRIMARY KEY, "Path" TEXT, "Monitored" INTEGER, "QualityProfileId" INTEGER, "Added" DATETIME, "Tags" TEXT, "MovieFileId" INTEGER DEFAULT 0, "MinimumAvailability" INTEGER DEFAULT 3, "MovieMetadataId" INTEGER, "LastSearchTime" DATETIME);
CREATE TABLE "MovieMetadata" ("Id" INTEGER PRIMARY KEY, "TmdbId" INTEGER, "ImdbId" TEXT, "Title" TEXT, "Status" INTEGER, "Year" INTEGER);
INSERT INTO "VersionInfo" VALUES (1), (242);`;

/** Until version 4.3 the title itself had what is known of it. */
const older = `
CREATE TABLE "Movies" ("Id" INTEGER PRIMARY KEY, "TmdbId" INTEGER, "ImdbId" TEXT, "Title" TEXT, "Status" INTEGER, "Year" INTEGER, "Path" TEXT, "Monitored" INTEGER, "ProfileId" INTEGER, "Added" DATETIME, "Tags" TEXT, "MovieFileId" INTEGER DEFAULT 0, "MinimumAvailability" INTEGER DEFAULT 3);
ALTER TABLE "QualityProfiles" RENAME TO "Profiles";
INSERT INTO "VersionInfo" VALUES (1), (195);`;

export interface MadeMovie {
	id: number;
	title: string;
	year?: number;
	tmdbId?: number;
	path?: string;
	monitored?: boolean;
	tags?: string | null;
	profile?: number;
	added?: string | null;
	availability?: number;
	file?: {id?: number; name: string; size: number; quality?: number; sceneName?: string | null; languages?: string};
}

/** A database of Radarr with made-up movies, in the newest form or that of version 3. `sql` changes it. */
export function radarrDatabase(movies: readonly MadeMovie[], {isOld = false, sql = ''}: {isOld?: boolean; sql?: string} = {}): Buffer {
	const database = new DatabaseSync(':memory:');
	database.exec(`${radarr}${isOld ? older : newest}`);
	for (const {
		id,
		title,
		year = 2010,
		tmdbId = id,
		tags = '[]',
		profile = 1,
		availability = 3,
		monitored = true,
		file,
		...given
	} of movies) {
		const path = given.path ?? `/movies/${title} (${year})`;
		const added = given.added === undefined ? '2024-05-01 12:00:00.1234567Z' : given.added;
		const own = {Id: id, Path: path, Monitored: Number(monitored), Added: added, Tags: tags, MinimumAvailability: availability};
		const known = {TmdbId: tmdbId, ImdbId: null, Title: title, Status: 3, Year: year};
		insert(database, 'Movies', {
			...own,
			MovieFileId: file ? (file.id ?? id) : 0,
			...(isOld
				? {...known, ProfileId: profile}
				: {QualityProfileId: profile, MovieMetadataId: id, LastSearchTime: '2026-06-28 03:00:00Z'}),
		});
		isOld || insert(database, 'MovieMetadata', {Id: id, ...known});
		file &&
			insert(database, 'MovieFiles', {
				Id: file.id ?? id,
				MovieId: id,
				RelativePath: file.name,
				Size: file.size,
				DateAdded: '2023-11-09 09:00:00',
				SceneName: file.sceneName ?? null,
				ReleaseGroup: null,
				Quality: JSON.stringify({quality: file.quality ?? 7, revision: {version: 2, real: 0, isRepack: false}}),
				Edition: null,
				Languages: file.languages ?? '[1, 4]',
				IndexerFlags: 32,
				OriginalFilePath: null,
			});
	}
	return finish(database, sql);
}

const sonarr = `
CREATE TABLE "VersionInfo" ("Version" INTEGER NOT NULL);
CREATE TABLE "RootFolders" ("Id" INTEGER PRIMARY KEY, "Path" TEXT NOT NULL);
CREATE TABLE "Tags" ("Id" INTEGER PRIMARY KEY, "Label" TEXT NOT NULL);
CREATE TABLE "QualityProfiles" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Cutoff" INTEGER, "Items" TEXT, "FormatItems" TEXT, "UpgradeAllowed" INTEGER);
CREATE TABLE "Series" ("Id" INTEGER PRIMARY KEY, "TvdbId" INTEGER, "Title" TEXT, "Path" TEXT, "Monitored" INTEGER, "SeasonFolder" INTEGER, "SeriesType" INTEGER, "UseSceneNumbering" INTEGER, "Year" INTEGER, "Seasons" TEXT, "QualityProfileId" INTEGER, "Tags" TEXT, "Added" DATETIME, "MonitorNewItems" INTEGER, "TmdbId" INTEGER);
CREATE TABLE "Episodes" ("Id" INTEGER PRIMARY KEY, "SeriesId" INTEGER, "SeasonNumber" INTEGER, "EpisodeNumber" INTEGER, "Title" TEXT, "EpisodeFileId" INTEGER, "AbsoluteEpisodeNumber" INTEGER, "SceneSeasonNumber" INTEGER, "SceneEpisodeNumber" INTEGER, "SceneAbsoluteEpisodeNumber" INTEGER, "Monitored" INTEGER, "AirDate" TEXT, "TvdbId" INTEGER, "LastSearchTime" DATETIME);
CREATE TABLE "EpisodeFiles" ("Id" INTEGER PRIMARY KEY, "SeriesId" INTEGER, "Quality" TEXT, "Size" INTEGER, "DateAdded" DATETIME, "SeasonNumber" INTEGER, "SceneName" TEXT, "ReleaseGroup" TEXT, "MediaInfo" TEXT, "RelativePath" TEXT, "OriginalFilePath" TEXT, "Languages" TEXT, "IndexerFlags" INTEGER, "ReleaseType" INTEGER, "ReleaseHash" TEXT);
INSERT INTO "VersionInfo" VALUES (217);
INSERT INTO "RootFolders" VALUES (1, '/tv');
INSERT INTO "QualityProfiles" VALUES (1, 'Good', 7, '[{"quality":3,"items":[],"allowed":true},{"quality":7,"items":[],"allowed":true}]', '[]', 1);`;

export interface MadeEpisode {
	id: number;
	place: [season: number, episode: number];
	title?: string;
	airDate?: string | null;
	monitored?: boolean;
	/** Id of its file. */
	file?: number;
}

export interface MadeSeries {
	id: number;
	title: string;
	year?: number;
	tvdbId: number;
	tmdbId?: number;
	path?: string;
	seasons?: string | null;
	episodes: readonly MadeEpisode[];
	files?: readonly {id: number; name: string; size: number; season?: number}[];
}

/** A database of Sonarr 4 with made-up series. `sql` changes it. */
export function sonarrDatabase(series: readonly MadeSeries[], sql = ''): Buffer {
	const database = new DatabaseSync(':memory:');
	database.exec(sonarr);
	for (const {id, title, year = 2010, tvdbId, tmdbId = 0, seasons = null, episodes, files = [], ...given} of series) {
		const path = given.path ?? `/tv/${title} (${year})`;
		const known = {TvdbId: tvdbId, TmdbId: tmdbId, Title: title, Year: year, Path: path, Seasons: seasons, Tags: '[]'};
		const choices = {Monitored: 1, SeasonFolder: 1, SeriesType: 0, UseSceneNumbering: 0, QualityProfileId: 1, MonitorNewItems: 1};
		insert(database, 'Series', {Id: id, ...known, ...choices, Added: '2024-05-01 12:00:00Z'});
		for (const {id: episodeId, place, title: name = '', airDate = null, monitored = true, file = 0} of episodes) {
			const numbers = {SeasonNumber: place[0], EpisodeNumber: place[1], Title: name, AirDate: airDate};
			insert(database, 'Episodes', {Id: episodeId, SeriesId: id, ...numbers, EpisodeFileId: file, Monitored: Number(monitored)});
		}
		for (const {id: fileId, name, size, season = 1} of files) {
			const quality = JSON.stringify({quality: 7, revision: {version: 1, real: 0}});
			const known = {Quality: quality, Size: size, DateAdded: '2023-11-09 09:00:00Z', Languages: '[1]', RelativePath: name};
			insert(database, 'EpisodeFiles', {Id: fileId, SeriesId: id, SeasonNumber: season, ...known, IndexerFlags: 0, ReleaseType: 1});
		}
	}
	return finish(database, sql);
}

/** A database of Bazarr as its first versions made it, in the mode of a log, as its backups are. */
export function bazarrDatabase(sql = ''): Buffer {
	const database = new DatabaseSync(':memory:');
	database.exec(`
		CREATE TABLE "alembic_version" ("version_num" TEXT);
		CREATE TABLE "table_shows" ("sonarrSeriesId" INTEGER, "tvdbId" INTEGER, "title" TEXT);
		CREATE TABLE "table_movies" ("radarrId" INTEGER, "tmdbId" TEXT, "title" TEXT);
		INSERT INTO "alembic_version" VALUES ('0124f9e278fb');
		INSERT INTO "table_movies" VALUES (1, '11', 'Paper Harbor');`);
	return finish(database, sql).fill(2, 18, 20);
}

function insert(database: DatabaseSync, table: string, row: Record<string, string | number | null>): void {
	const names = Object.keys(row);
	const columns = names.map(name => `"${name}"`).join(', ');
	database.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${names.map(() => '?').join(', ')})`).run(...Object.values(row));
}

function finish(database: DatabaseSync, sql: string): Buffer {
	database.exec(sql);
	const bytes = Buffer.from(database.serialize());
	database.close();
	return bytes;
}
