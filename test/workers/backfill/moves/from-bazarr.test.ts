import {join} from 'node:path';
import test from 'ava';
import {bazarrDatabase, radarrDatabase, sonarrDatabase} from '#test/helpers/arr-databases.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {foldersBelow, harborOnDisk, ironMill, paperHarbor, withMoves} from '#test/helpers/world/moved-household.ts';
import {endHolding} from '#workers/backfill/moves/end-holding.ts';
import {handleRunMove} from '#workers/backfill/moves/run-move.ts';
import {handleUndoMove} from '#workers/backfill/moves/undo-move.ts';

const movies = [paperHarbor];
const bazarr = () =>
	bazarrDatabase(`
		DROP TABLE "table_movies"; DROP TABLE "table_shows";
		CREATE TABLE "table_movies" ("radarrId" INTEGER, "tmdbId" TEXT, "profileId" INTEGER);
		INSERT INTO "table_movies" VALUES (1, '11', 1), (7, '12', 1), (8, '14', 2);
		CREATE TABLE "table_shows" ("sonarrSeriesId" INTEGER, "tvdbId" INTEGER, "profileId" INTEGER);
		INSERT INTO "table_shows" VALUES (5, 700, 2);
		CREATE TABLE "table_episodes" ("sonarrEpisodeId" INTEGER, "sonarrSeriesId" INTEGER, "season" INTEGER, "episode" INTEGER);
		INSERT INTO "table_episodes" VALUES (3, 5, 2, 1);
		CREATE TABLE "table_languages_profiles" ("profileId" INTEGER, "name" TEXT, "items" TEXT, "cutoff" INTEGER, "mustContain" TEXT);
		INSERT INTO "table_languages_profiles" VALUES
			(1, 'German', '[{"id":1,"language":"de","hi":"False","forced":"True"},{"id":2,"language":"pb","hi":"True","forced":"False"},{"id":3,"language":"xx"}]', 2, '[]'),
			(2, 'English', '[{"id":1,"language":"en","hi":"False","forced":"False","audio_exclude":"True"}]', 65535, '["dub"]');
		CREATE TABLE "table_history_movie" ("id" INTEGER, "action" INTEGER, "description" TEXT, "language" TEXT, "provider" TEXT, "score" INTEGER, "radarrId" INTEGER, "subtitles_path" TEXT, "timestamp" DATETIME);
		INSERT INTO "table_history_movie" VALUES (1, 1, 'German subtitles', 'de:forced', 'subdl', 90, 1, '/movies/x.de.srt', '2025-01-01 10:00:00.123'),
			(2, 5, 'Synchronised', 'de', 'subdl', 90, 1, '/movies/x.de.srt', '2025-01-02 10:00:00.123'), (3, 1, 'Gone', 'de', 'subdl', 90, 99, NULL, '2025-01-02 10:00:00');
		CREATE TABLE "table_history" ("id" INTEGER, "action" INTEGER, "description" TEXT, "language" TEXT, "provider" TEXT, "score" INTEGER, "score_out_of" INTEGER, "sonarrSeriesId" INTEGER, "sonarrEpisodeId" INTEGER, "timestamp" DATETIME);
		INSERT INTO "table_history" VALUES (1, 3, 'English subtitles', 'en', 'subdl', 180, 360, 5, 3, '2025-02-01 10:00:00');
		CREATE TABLE "table_blacklist" ("id" INTEGER, "language" TEXT, "provider" TEXT, "subs_id" TEXT, "sonarr_series_id" INTEGER, "sonarr_episode_id" INTEGER);
		INSERT INTO "table_blacklist" VALUES (1, 'en:hi', 'subdl', 's1', 5, 3), (2, 'en', 'podnapisi', 's2', 5, 3);
		CREATE TABLE "table_blacklist_movie" ("id" INTEGER, "language" TEXT, "provider" TEXT, "subs_id" TEXT, "radarr_id" INTEGER);
		INSERT INTO "table_blacklist_movie" VALUES (1, 'de', 'opensubtitlescom', '4711', 1);`);

const bazarrConfig = `---
general:
  enabled_providers:
  - opensubtitlescom
  - podnapisi
  - subdl
  - embeddedsubtitles
  minimum_score: 90
  use_embedded_subs: false
  ignore_pgs_subs: true
  days_to_upgrade_subs: 14
  upgrade_subs: true
opensubtitlescom:
  username: viewer
  password: 'secret-of-viewer'
subdl:
  api_key: key-of-subdl
`;

test('language profiles of Bazarr come with the titles that have them, and so does its history', async t => {
	const world = await withMoves(t, harborOnDisk);
	const {deps, media, plan, snapshot} = world;
	await deps.delayProfiles.ensureDefault(deps.now());
	const before = await snapshot();
	const mappings = foldersBelow(media);
	const films = [...movies, {id: 7, tmdbId: 12, title: 'Amber Mill'}, {id: 8, tmdbId: 14, title: 'Quiet Disc'}];
	// It names titles of the others, whose turn comes first.
	const {move, notes} = await plan([bazarr(), radarrDatabase(films), sonarrDatabase([ironMill])], mappings);
	t.deepEqual(notes.filter(note => /^(?:language|subtitle|other table)/.test(note)).toSorted(), [
		'languageProfile 1 field_unsupported',
		'languageProfile 2 field_unsupported',
		'languageProfile 2 field_unsupported',
		'languageProfile 2 field_unsupported',
	]);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.like(await deps.moves.get(move.id), {state: 'completed', message: null});
	const profiles = await deps.languageProfiles.list();
	const [german, english] = ['German', 'English'].map(name => profiles.find(each => each.name === name));
	t.like(german, {
		subtitles: [
			{code: 'de', forced: true, hearingImpaired: false},
			{code: 'pt-br', forced: false, hearingImpaired: true},
		],
		subtitleCutoff: 'pt-br',
	});
	t.like(english, {subtitles: [{code: 'en', forced: false, hearingImpaired: false}], subtitleCutoff: null});
	const libraries = await deps.libraries.list();
	t.is(libraries.find(({type}) => type === 'movies')?.languageProfileId, german?.id);
	t.is(libraries.find(({type}) => type === 'tv')?.languageProfileId, english?.id);
	const ids = await Promise.all([11, 12, 14].map(async metaId => (await deps.movies.findOldest(metaId))?.languageProfileId));
	t.deepEqual(
		ids.map(id => id ?? null),
		[null, null, english?.id as string],
	);
	const {entries} = await deps.history.page({page: 1, limit: 10, events: ['subtitleDownloaded', 'subtitleRemoved']});
	const mill = await deps.series.findOldest(70);
	t.like(entries, [
		{seriesId: mill?.id as string, data: {language: 'en', score: 50, reason: 'upgrade'}},
		{seriesId: null, title: 'German subtitles', data: {language: 'de', provider: 'subdl', score: 75, path: join(media, 'films/x.de.srt')}},
	]);
	t.is(entries[0]?.episodeIds.length, 1);
	await deps.moves.move(move.id, ['completed'], {state: 'undoing'}, deps.now());
	await handleUndoMove({moveId: move.id}, deps, world.run());
	t.deepEqual(await snapshot(), before);
});

test('subtitle providers of Bazarr come with what is blocked there, and are switched on by the take-over', async t => {
	const world = await withMoves(t, harborOnDisk);
	const {deps, media, plan, snapshot} = world;
	await deps.delayProfiles.ensureDefault(deps.now());
	const before = await snapshot();
	const mappings = foldersBelow(media);
	const backup = buildZip([
		{name: 'bazarr.db', content: bazarr()},
		{name: 'config.yaml', content: bazarrConfig},
	]);
	const {move, rows} = await plan([radarrDatabase(movies), sonarrDatabase([ironMill]), backup], mappings);
	t.false(JSON.stringify(rows).includes('-of-'), 'no secret is shown');
	const said = rows.filter(
		({kind, program}) => program === 'bazarr' && (kind === 'subtitleProvider' || kind === 'blocklist' || kind === 'setting'),
	);
	t.deepEqual(
		said.map(({sourceId, outcome, notes}) => [sourceId, outcome, ...notes.map(({code}) => code)].join(' ')),
		[
			'subtitles.useEmbedded comes setting_changes',
			'subtitles.useImageTracks comes setting_changes',
			'subtitles.upgradeWithinDays comes setting_changes',
			'opensubtitlescom needsYou switched_off secret_masked',
			'podnapisi cannot kind_unsupported',
			'subdl comes switched_off',
			'embeddedsubtitles comes noted',
			'table_blacklist_movie comes',
			'table_blacklist comesChanged field_unsupported',
		],
	);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.like(await deps.moves.get(move.id), {state: 'completed', message: null});
	const [open, subdl] = ['opensubtitles', 'subdl'].map(kind =>
		deps.subtitleProviders.list().then(all => all.find(each => each.kind === kind)),
	);
	t.like(await open, {username: 'viewer', password: 'secret-of-viewer', apiKey: '', enabled: false});
	t.like(await subdl, {apiKey: 'key-of-subdl', enabled: false});
	t.is(deps.settings.get('subtitles.upgradeWithinDays'), 14);
	const [harbor, mill] = [await deps.movies.findOldest(11), await deps.series.findOldest(70)];
	const third = (await deps.episodes.ofSeries(mill?.id ?? '')).find(({episodeNumber}) => episodeNumber === 3);
	const isBlocked = await deps.subtitleBlocklist.blockedFor({movieId: harbor?.id ?? '', episodeIds: []});
	t.true(isBlocked({providerId: (await open)?.id ?? '', id: '4711'}));
	const ofEpisode = await deps.subtitleBlocklist.blockedFor({movieId: null, episodeIds: [third?.id ?? '']});
	t.true(ofEpisode({providerId: (await subdl)?.id ?? '', id: 's1'}));
	await endHolding(await deps.moves.get(move.id), deps);
	t.deepEqual((await deps.subtitleProviders.list()).map(({kind, enabled}) => [kind, enabled]).toSorted(), [
		['opensubtitles', false],
		['subdl', true],
	]);
	const [provider] = (await deps.subtitleProviders.list()).filter(({kind}) => kind === 'subdl');
	t.truthy(provider);
	await deps.moves.move(move.id, ['completed'], {state: 'undoing', endedAt: new Date(Number(deps.now()) + 1000)}, deps.now());
	await handleUndoMove({moveId: move.id}, deps, world.run());
	t.deepEqual(await deps.subtitleProviders.list(), []);
	t.is((await deps.subtitleBlocklist.page({page: 1, limit: 10})).total, 0);
	t.deepEqual(await snapshot(), before);
});

test('files for players are written from the take-over on, and records keep their numbers', async t => {
	const world = await withMoves(t, harborOnDisk);
	const {deps, media, plan} = world;
	const sql = `CREATE TABLE "Metadata" ("Id" INTEGER, "Enable" INTEGER, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT);
		INSERT INTO "Metadata" VALUES (1, 1, 'Kodi', 'XbmcMetadata', '{"movieMetadata":true,"movieImages":true}'), (2, 0, 'Roksbox', 'RoksboxMetadata', '{}');
		UPDATE "QualityProfiles" SET "Id" = 77; UPDATE "Movies" SET "QualityProfileId" = 77;`;
	const {move, rows} = await plan([radarrDatabase(movies, {sql})], [{from: '/movies', to: join(media, 'films')}]);
	const said = rows.filter(({kind, notes}) => kind === 'setting' && notes.some(({code}) => code !== 'setting_changes'));
	t.deepEqual(
		said.map(({sourceId, outcome}) => `${sourceId}: ${outcome}`),
		['media.nfo: comes', 'media.nfoImages: comes', 'Files for players: Roksbox: cannot'],
	);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.is(deps.settings.get('media.nfo'), 'off', 'the other program still writes them');
	const harbor = await deps.movies.findOldest(11);
	t.deepEqual([...(await deps.numbers.of('qualityProfile', [harbor?.qualityProfileId ?? ''])).values()], [77]);
	await endHolding(await deps.moves.get(move.id), deps);
	t.is(deps.settings.get('media.nfo'), 'full');
	t.true(deps.settings.get('media.nfoImages'));
	await deps.moves.move(move.id, ['completed'], {state: 'undoing'}, deps.now());
	await handleUndoMove({moveId: move.id}, deps, world.run());
	t.is(deps.settings.get('media.nfo'), 'off');
});
