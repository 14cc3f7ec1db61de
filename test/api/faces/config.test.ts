import test from 'ava';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {withFaces} from '#test/helpers/faces.ts';

const resources = ['naming', 'mediamanagement', 'downloadclient', 'indexer', 'importlist', 'ui'];

test('settings that come back as they were shown are not written, in whatever form they are sent', async t => {
	const {ask, deps} = await withFaces(t);
	await deps.settings.set('media.colonReplacement', 'custom', deps.now());
	await deps.settings.set('media.importMode', 'move', deps.now());
	await deps.settings.set('media.importExtraFiles', ['srt', 'nfo'], deps.now());
	const stored = async () =>
		JSON.stringify([await deps.settingStore.all(), await deps.connection.collection('keptSettings').find().toArray()]);
	const before = await stored();
	for (const program of ['radarr', 'sonarr']) {
		for (const name of [...resources, ...(program === 'radarr' ? ['metadata'] : [])]) {
			const line = `/${program}/api/v3/config/${name}`;
			const shown = await ask(`GET ${line}`);
			t.like(shown, {status: 200, body: {id: 1}}, line);
			t.false(/:null\b/.test(shown.text), line);
			for (const sent of [shown.body, {ID: '1', unknown: 5}]) {
				for (const path of [line, `${line}/1`]) {
					const answer = await ask(`PUT ${path}`, {body: sent});
					t.is(answer.status, 202, answer.text);
					t.deepEqual(answer.body, shown.body, path);
				}
			}
		}
	}
	t.is(await stored(), before);
});

test('what we have is our setting, and the rest is kept for the program that sent it', async t => {
	const {ask, deps} = await withFaces(t);
	const put = async (line: string, change: object) => {
		const {body} = await ask(`GET ${line}`);
		const answer = await ask(`PUT ${line}`, {body: {...body, ...change}});
		t.is(answer.status, 202, answer.text);
		t.deepEqual((await ask(`GET ${line}`)).body, answer.body);
		t.like(answer.body, change);
	};
	const get = (key: Parameters<typeof deps.settings.get>[0]) => deps.settings.get(key);
	// As published guides name files.
	const movieFile = '{Movie CleanTitle} {(Release Year)} - {Edition Tags} {[Custom Formats]}{[Quality Full]}{-Release Group}';
	await put('/radarr/api/v3/config/naming', {standardMovieFormat: movieFile, colonReplacementFormat: 'dash', renameMovies: false});
	t.is(get('media.movieFileFormat'), movieFile);
	t.is(get('media.colonReplacement'), 'dash');
	t.false(get('media.renameMovies'));
	const episodeFile = '{Series TitleYear} - S{season:00}E{episode:00} - {Episode CleanTitle} {[Quality Full]}{-Release Group}';
	await put('/sonarr/api/v3/config/naming', {standardEpisodeFormat: episodeFile, colonReplacementFormat: 4, multiEpisodeStyle: 0});
	t.is(get('media.episodeFileFormat'), episodeFile);
	t.is(get('media.multiEpisodeStyle'), 'extend');
	await put('/radarr/api/v3/config/mediamanagement', {
		downloadPropersAndRepacks: 'doNotPrefer',
		fileDate: 'release',
		importExtraFiles: true,
		extraFileExtensions: '.srt, nfo',
		setPermissionsLinux: true,
		chmodFolder: '775',
		minimumFreeSpaceWhenImporting: 500,
	});
	t.is(get('media.properRepack'), 'doNotPrefer');
	t.deepEqual(get('media.importExtraFiles'), ['srt', 'nfo']);
	t.is(get('media.folderMode'), '775');
	t.is((await ask('GET /sonarr/api/v3/config/mediamanagement')).body.fileDate, 'none');
	await put('/sonarr/api/v3/config/ui', {uiLanguage: 4, theme: 'dark'});
	await put('/sonarr/api/v3/config/indexer', {retention: 3000, rssSyncInterval: 30});
	t.is(get('filters.retention'), 3000);
	await put('/radarr/api/v3/config/indexer', {whitelistedHardcodedSubs: 'KORSUB', availabilityDelay: 3});
	await put('/radarr/api/v3/config/downloadclient', {enableCompletedDownloadHandling: false, autoRedownloadFailed: false});
	t.false(get('filters.enableCompletedDownloadHandling'));
});

test('wrong settings are refused by field, and none of them is written', async t => {
	const {ask, deps} = await withFaces(t);
	const bad: [string, object, string][] = [
		['radarr/api/v3/config/naming', {renameMovies: false, standardMovieFormat: '{Nothing Known}'}, 'standardMovieFormat'],
		['radarr/api/v3/config/naming', {renameMovies: false, colonReplacementFormat: 'many'}, 'colonReplacementFormat'],
		['sonarr/api/v3/config/naming', {renameEpisodes: false, multiEpisodeStyle: 9}, 'multiEpisodeStyle'],
		['radarr/api/v3/config/mediamanagement', {useScriptImport: true}, 'useScriptImport'],
		['radarr/api/v3/config/mediamanagement', {downloadPropersAndRepacks: 'x'}, 'downloadPropersAndRepacks'],
		['radarr/api/v3/config/mediamanagement', {setPermissionsLinux: true, chmodFolder: 'rwx'}, 'chmodFolder'],
		['sonarr/api/v3/config/indexer', {retention: 'long'}, 'retention'],
		['sonarr/api/v3/config/indexer', {rssSyncInterval: -4}, 'rssSyncInterval'],
		['sonarr/api/v3/config/ui', {theme: {a: 1}}, 'theme'],
	];
	for (const [path, body, propertyName] of bad) {
		const answer = await ask(`PUT /${path}`, {body});
		t.is(answer.status, 400, `${path} ${answer.text}`);
		t.is(answer.body[0]?.propertyName, propertyName, answer.text);
	}
	t.deepEqual(await deps.settingStore.all(), []);
	t.is(await deps.connection.collection('keptSettings').countDocuments(), 0);
	t.is((await ask('PUT /radarr/api/v3/config/host', {body: {port: 1}})).status, 403);
	const host = await ask('GET /radarr/api/v3/config/host');
	t.like(host.body, {urlBase: '/radarr', instanceName: 'Radarr', authenticationMethod: 'forms', apiKey: '********'});
	t.is((await ask('GET /radarr/api/v3/config/nothing')).status, 404);
	t.is((await ask('GET /sonarr/api/v3/metadata')).body[0].implementation, 'XbmcMetadata');
});

test('delay profiles and release profiles are made, changed and removed, and stay as they are when sent back', async t => {
	const {ask, deps} = await withFaces(t);
	await deps.delayProfiles.ensureDefault(deps.now());
	await deps.indexers.add(buildIndexer({name: 'One'}), deps.now());
	await deps.indexers.add(buildIndexer({name: 'Two'}), deps.now());
	const indexers = (await deps.indexers.list()).map(({id}) => id);
	await deps.releaseProfiles.add(
		{name: 'Ours', enabled: true, mustContain: ['/a/'], mustNotContain: [], tags: ['Films'], excludedTags: [], indexerIds: indexers},
		deps.now(),
	);
	const base = '/radarr/api/v3';
	const {id: tag} = (await ask(`POST ${base}/tag`, {body: {label: 'slow'}})).body;
	t.is((await ask(`POST ${base}/delayprofile`, {body: {usenetDelay: 60, tags: []}})).status, 400);
	const delay = {enableUsenet: true, enableTorrent: true, preferredProtocol: 'torrent', usenetDelay: 60, torrentDelay: 0, tags: [tag]};
	const added = await ask(`POST ${base}/delayprofile`, {body: delay});
	t.like(added, {status: 201, body: delay});
	t.is((await ask(`POST ${base}/releaseprofile`, {body: {ignored: 'CAM, TS', required: null, tags: [4711]}})).status, 400);
	const release = await ask(`POST ${base}/releaseprofile`, {body: {ignored: 'CAM, TS', enabled: true, tags: [tag], indexerId: 0}});
	t.like(release, {status: 201, body: {ignored: ['CAM', 'TS'], required: [], tags: [tag]}});
	const stored = async () =>
		Promise.all(
			['delayProfiles', 'releaseProfiles', 'settings'].map(name => deps.connection.collection(name).find().sort({_id: 1}).toArray()),
		);
	const before = await stored();
	for (const program of ['radarr', 'sonarr']) {
		for (const name of ['delayprofile', 'releaseprofile']) {
			const rows = (await ask(`GET /${program}/api/v3/${name}`)).body;
			t.is(rows.length, program === 'radarr' ? 2 : 1);
			for (const row of rows) {
				const answer = await ask(`PUT /${program}/api/v3/${name}/${row.id}`, {body: row});
				t.is(answer.status, 202, answer.text);
				t.deepEqual(answer.body, row);
			}
		}
	}
	t.deepEqual(await stored(), before);
	t.like((await ask(`GET ${base}/delayprofile/1`)).body, {tags: [], usenetDelay: 0});
	t.like(await ask(`PUT ${base}/delayprofile/1`, {body: {usenetDelay: 5}}), {status: 202, body: {usenetDelay: 5}});
	t.is(deps.settings.get('download.usenetDelayMinutes'), 5);
	t.is((await ask(`DELETE ${base}/delayprofile/1`)).status, 405);
	t.is((await ask(`DELETE ${base}/delayprofile/${added.body.id}`)).status, 200);
	t.is((await ask(`DELETE ${base}/releaseprofile/${release.body.id}`)).status, 200);
	t.is((await deps.releaseProfiles.list())[0]?.indexerIds.length, 2);
});

test('paths of download clients come back as they were sent', async t => {
	const {ask} = await withFaces(t);
	const sent = {host: 'qbittorrent', remotePath: '/downloads/', localPath: '/data/downloads/'};
	const added = await ask('POST /radarr/api/v3/remotepathmapping', {body: {...sent, id: 0}});
	t.like(added, {status: 201, body: sent}, added.text);
	t.deepEqual((await ask('GET /sonarr/api/v3/remotepathmapping')).body, [added.body]);
	const path = `/sonarr/api/v3/remotepathmapping/${added.body.id}`;
	t.deepEqual((await ask(`PUT ${path}`, {body: added.body})).body, added.body);
	t.like(await ask(`PUT ${path}`, {body: {...added.body, localPath: 'here'}}), {status: 400, body: [{propertyName: 'LocalPath'}]});
	t.is((await ask(`DELETE ${path}`)).status, 200);
	t.is((await ask(`GET ${path}`)).status, 404);
});
