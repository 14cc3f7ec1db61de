import {defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('wanted movies and episodes are picked with shift and searched together', async t => {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	for (const metaId of [1, 2, 3]) {
		await addMovie(served, {metaId, title: `Film ${metaId}`, digitalRelease: new Date('2026-02-01')});
	}
	const details = buildSeriesDetails({title: 'Show', seasons: [buildSeason(1, ['2026-02-01', '2026-02-08'])]});
	await deps.series.add(details, buildNewSeries({monitored: true}), deps.now());
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('root', testPassword);
	await page.setViewport({width: 1280, height: 800});
	await page.evaluate(`location.hash = '#/wanted'`);
	await ui.click(button('Select'));
	await ui.click('::-p-aria([name="Select Film 1"])');
	await page.keyboard.down('Shift');
	await ui.click('::-p-aria([name="Select Film 3"])');
	await page.keyboard.up('Shift');
	await ui.see('3 selected');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('.selection .button.primary');
	await ui.click('dialog .button.primary');
	await ui.see('Waiting for a worker');
	await page.keyboard.press('Escape');
	await page.evaluate(`location.hash = '#/wanted?type=episode'`);
	await ui.see('S01E02');
	await ui.click(button('Select all 2'));
	await ui.see('2 selected');
	await page.setViewport({width: 390, height: 844});
	t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
	await ui.click('.selection .button.primary');
	await ui.see('The search for 2 episodes is queued.');
	t.is((await deps.outbox.list(20)).filter(({job}) => job === 'search-episodes').length, 1);
	t.deepEqual(ui.faults, []);
});

browserTest('wanted movies are narrowed to a library or to words of their titles', async t => {
	const served = await serve(t);
	const {deps, url, directory} = served;
	await addUser(deps, 'root', 'admin');
	const root = await deps.rootFolders.add({name: 'films', path: `${directory}/films`}, deps.now());
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const ids: string[] = [];
	for (const name of ['Shelf', 'Attic']) {
		const flags = {enabled: true, monitored: true, backfillEnabled: false, qualityProfileId, languageProfileId: 'l'};
		ids.push((await deps.libraries.add({name, type: 'movies', rootFolderId: root.id, ...flags}, deps.now())).id);
	}
	for (const [index, libraryId = null] of [...ids, ids[1]].entries()) {
		await addMovie(served, {metaId: index, title: `Film ${index}`, digitalRelease: new Date('2026-02-01')}, {libraryId});
	}
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('root', testPassword);
	await page.evaluate(`location.hash = '#/wanted'`);
	await ui.see('Film 0');
	await page.select('select[aria-label="Library"]', String(ids[1]));
	await page.waitForFunction(`!document.body.innerText.includes('Film 0')`);
	await ui.see('Film 2');
	await page.type('input[type="search"]', 'Film 1');
	await page.keyboard.press('Enter');
	await page.waitForFunction(`!document.body.innerText.includes('Film 2')`);
	await ui.see('Film 1');
	await ui.click(button('Select'));
	await ui.click(button('Select all 1'));
	await ui.see('1 selected');
	t.deepEqual(await seriousFindings(ui), []);
	await page.evaluate(`location.hash = '#/wanted?search=nothing'`);
	await ui.see('No title on this list is like that');
	t.deepEqual(ui.faults, []);
});

browserTest('all downloads of the queue are picked, also those of other pages, and paused', async t => {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	const reported: string[] = [];
	await answerJobs(t, served, {
		async controlDownloads({queueItemIds}) {
			reported.push(...queueItemIds);
			return {failures: []};
		},
	});
	const settings = {...defaultClientSettings, name: 'Torrents', kind: 'qbittorrent' as const, url: 'http://127.0.0.1:9'};
	const {id: downloadClientId} = await deps.downloadClients.add(settings, deps.now());
	for (let index = 0; index < 120; index++) {
		const name = `Film.${index}`;
		await deps.downloads.add(
			buildItem({title: name, guid: name, downloadId: name, downloadClientId, state: 'downloading', status: 'downloading'}),
		);
	}
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/queue'`);
	await ui.click(button('Select'));
	await ui.click(button('Select these 50'));
	await ui.see('50 selected');
	await ui.click(button('Select all 120'));
	await ui.see('120 selected');
	await ui.click(button('Pause'));
	await ui.see('120 downloads paused.');
	t.is(new Set(reported).size, 120);
	t.deepEqual(ui.faults, []);
});

browserTest('grabs of the history are marked as failed together, and releases leave the blocklist together', async t => {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	const {id: movieId} = await addMovie(served);
	const usual = {movieId, seriesId: null, episodeIds: [], quality: 'WEBDL-1080p', qualityScore: 1, indexer: 'Attic'};
	for (let index = 0; index < 6; index++) {
		const data = {guid: `guid-${index}`, indexerId: 'attic', size: 1000, protocol: 'torrent'};
		const rest = {downloadClient: 'Client', downloadId: null, data, timestamp: new Date(Date.now() - index * 1000)};
		await deps.history.add({...usual, ...rest, event: index % 2 === 0 ? 'grabbed' : 'imported', title: `Harbour.Release.${index}`});
	}
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('root', testPassword);
	await page.setViewport({width: 1280, height: 800});
	await page.evaluate(`location.hash = '#/history'`);
	await page.waitForFunction(`document.querySelectorAll('.line').length === 6`);
	await ui.click(button('Select'));
	await page.waitForFunction(`document.querySelectorAll('.line').length === 3`);
	await ui.click(button('Select all 3'));
	await ui.see('3 selected');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('.selection .button.danger');
	await ui.click('dialog .button.danger');
	await ui.see('3 grabs marked as failed.');
	await page.evaluate(`location.hash = '#/blocklist'`);
	await page.waitForFunction(`document.querySelectorAll('.line').length === 3`);
	await ui.click(button('Select'));
	await ui.click('::-p-aria([name="Select Harbour.Release.0"])');
	await ui.click('::-p-aria([name="Select Harbour.Release.4"])');
	await ui.see('2 selected');
	t.deepEqual(await seriousFindings(ui), []);
	await page.setViewport({width: 320, height: 800});
	t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
	await ui.click('.selection .button.danger');
	await ui.click('dialog .button.danger');
	await ui.see('2 releases may be grabbed again.');
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 1);
	t.deepEqual(ui.faults, []);
});
