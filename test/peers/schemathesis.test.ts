import test from 'ava';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {type Leave, runSchemathesis, schemathesisBinary} from '#test/helpers/peers/schemathesis.ts';

const serial = isInstalled(schemathesisBinary) ? test.serial : test.serial.skip;
if (!isInstalled(schemathesisBinary)) {
	console.warn(`Skipping schemathesis: ${schemathesisBinary} is not installed (pip install schemathesis, or set SCHEMATHESIS_BINARY).`);
}

/** Operations whose replies never end, or that take away the key of the fuzzer itself. */
const leftOut = ['streamTasks', 'streamQueue', 'streamLogs', 'streamLibrary', 'deleteApiKey', 'regenerateApiKey'];

/** What a schema cannot say, so that a 400 is right although the request fits it; every other check stays. */
const refusals: Leave[] = [
	{
		reason: 'The body names records or folders that must exist.',
		operations: [
			...['addMovie', 'updateMovie', 'updateMovies', 'addSeries', 'updateSeries', 'addLibrary', 'updateLibrary', 'matchFile', 'runTask'],
			...['addIndexer', 'updateIndexer', 'addRootFolder', 'addQualityProfile', 'updateQualityProfile', 'grabRelease'],
			...['importFiles', 'listImportCandidates', 'importQueueItem', 'planFileChange', 'addImportExclusion', 'updateImportExclusion'],
			...['addImportList', 'updateImportList', 'uploadImportListFile', 'updateCollection', 'updateManySeries'],
			...['chooseGuideItems', 'bulkChangeMovies', 'bulkChangeSeries', 'browseFolders', 'listHistory', 'previewAutoTag'],
		],
	},
	{
		reason: 'One field decides what another may be.',
		operations: [
			...[
				'addLanguageProfile',
				'updateLanguageProfile',
				'getCalendar',
				'addDelayProfile',
				'updateDelayProfile',
				'listMissing',
				'listBelowCutoff',
				'listMissingSubtitles',
			],
			...['addDownloadClient', 'updateDownloadClient', 'addSubtitleProvider', 'updateSubtitleProvider', 'addBlocklistEntry'],
			...['addNotification', 'updateNotification', 'addUser', 'updateUser', 'addAutoTag', 'updateAutoTag'],
			...['updateQualityDefinition', 'previewSizes', 'searchReleases', 'addMovieSubtitle', 'addEpisodeSubtitle', 'updateSetting'],
			...['addCustomFilter', 'updateCustomFilter', 'addProxy', 'updateProxy', 'setPause', 'startSearch'],
			...['Movies', 'Series'].flatMap(kind => ['Change', 'Delete', 'Refresh', 'Search'].map(verb => `bulk${verb}${kind}`)),
		],
	},
	{
		reason: 'The end of a key must lie in the future.',
		operations: ['addApiKey'],
	},
	{
		reason: 'Patterns, addresses and languages are checked by programs of their own.',
		operations: [
			'addCustomFormat',
			'updateCustomFormat',
			'importCustomFormats',
			'addReleaseProfile',
			'updateReleaseProfile',
			'testCaptchaSolver',
			'updateCaptchaSolver',
			'searchMovieSubtitles',
			'searchEpisodeSubtitles',
		],
	},
	{
		reason: 'Nobody answers where the test leads, and a task that does not run cannot be cancelled.',
		operations: ['testIndexer', 'testDownloadClient', 'testSubtitleProvider', 'cancelTask', 'setTaskInterval'].concat([
			'testIndexerSettings',
			'testDownloadClientSettings',
			'testSubtitleProviderSettings',
			'testNotification',
			'testNotificationSettings',
			'testImportListSettings',
			'testProxy',
			'testProxySettings',
			'prepareIndexerImport',
			'testMoveSource',
		]),
	},
];

serial('schemathesis finds nothing', async t => {
	t.timeout(900_000);
	const {code, output} = await runSchemathesis(t, {leftOut, refusals}, [
		...['--phases', 'examples,coverage,fuzzing', '--max-examples', '5', '--seed', '1'],
		...['--request-timeout', '10', '--continue-on-failure', '--warnings', 'off'],
	]);
	t.is(code, 0, output.slice(-20_000));
});
