import type {ExecutionContext} from 'ava';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {toLastSearch} from '#shared/domain/searches/last-search.ts';
import {queueItem, queueStream} from '#shared/events/queue.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

/** The page of a movie, and an administrator who looks at it. */
async function withMovie(t: ExecutionContext, title: string, fields: Partial<MovieDetails> = {}) {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	const movie = await addMovie(served, {title, ...fields});
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	const open = (tab: string) => ui.page.evaluate(`location.hash = '#/movies/${movie.id}?tab=${tab}'`);
	return {...served, movie, ui, page: ui.page, open};
}

/** Answers requests to a path instead of the service. */
async function answer({page}: Awaited<ReturnType<typeof openUi>>, bodies: Readonly<Record<string, unknown>>): Promise<void> {
	await page.setRequestInterception(true);
	page.on('request', request => {
		const body = bodies[new URL(request.url()).pathname];
		void (body ? request.respond({status: 200, contentType: 'application/json', body: JSON.stringify(body)}) : request.continue());
	});
}

browserTest('a title that is grabbed is no longer missing, on its page and in the library', async t => {
	const {deps, ui, page, movie, open} = await withMovie(t, 'Paper Lanterns');
	const grab = async (guid: string) => {
		const item = await deps.downloads.add(buildItem({movieId: movie.id, guid, state: 'downloading', status: 'downloading'}));
		await deps.events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
		return item;
	};
	await open('');
	await ui.see('Search and grab');
	t.false(await page.evaluate(`document.body.innerText.includes('It is downloading.')`));
	const {id} = await grab('one');
	await ui.see('It is downloading.');
	await page.evaluate(`location.hash = '#/movies'`);
	await ui.see('Downloading');
	await deps.downloads.remove(id);
	await deps.events.publish(queueStream, 'queueItemRemoved', {id, reason: 'deleted'});
	await page.waitForFunction(`!document.body.innerText.includes('Downloading')`);
	const second = await grab('two');
	await ui.see('Downloading');
	for (const progress of [12, 41]) {
		await deps.events.publish(queueStream, 'queueItemUpdated', {id: second.id, status: 'downloading', progress});
		await ui.see(`Downloading ${progress} %`);
	}
	t.deepEqual(ui.faults, []);
});

browserTest('what indexers and titles are called is text, whatever it looks like', async t => {
	const {ui, page, open} = await withMovie(t, '\u202eA film <b>turned</b> around');
	let alerts = 0;
	page.on('dialog', dialog => {
		alerts += 1;
		void dialog.dismiss();
	});
	const release = {
		guid: 'rel_1',
		title: '<img src=x onerror=alert(1)>.1080p',
		size: 5,
		indexer: '<script>alert(1)</script>',
		indexerId: 'i1',
		publishDate: new Date().toISOString(),
		infoUrl: 'javascript:alert(1)',
		seeders: 1,
		leechers: null,
		protocol: 'torrent',
		quality: {quality: 'WEBDL-1080p'},
		qualityScore: 70,
		customFormatScore: 0,
		customFormats: [{name: '<i>Format</i>', score: 5}],
		indexerFlags: [],
		mappedMovie: null,
		mappedSeries: null,
		mappedEpisode: null,
		rejectionDetails: [{reason: 'other', detail: '<a href="//evil.test">Click here</a>', temporary: false}],
		wouldHaveWaited: [],
		approved: false,
		releaseGroup: null,
		language: 'xx-<b>',
	};
	const indexerResults = [{indexerId: 'i1', indexerName: '<b>', resultCount: 1, status: 'failed', errorMessage: '<h1>504</h1>'}];
	const ended = {state: 'completed', message: null, asking: [], revision: 'r', searchDuration: 1};
	await answer(ui, {'/api/searches': {searchId: 's1'}, '/api/searches/s1': {...ended, releases: [release], indexerResults}});
	await open('releases');
	await ui.click('.release .opener');
	await ui.see('<i>Format</i> +5');
	await ui.see('<a href="//evil.test">Click here</a>');
	await ui.see('<script>alert(1)</script>');
	await ui.see('<h1>504</h1>');
	t.deepEqual(await page.$$eval('main .tab a[href]', all => all.map(link => link.getAttribute('href'))), []);
	t.is(await page.$('main img, main b, main script'), null);
	await ui.more('Delete');
	const heading = await page.$eval('dialog h2', ({textContent}) => textContent);
	t.is(heading, 'Delete \u2068A film <b>turned</b> around\u2069?');
	t.is(alerts, 0);
	t.deepEqual(ui.faults, []);
});

browserTest('a title says who made it, when it came out, and where else it is known', async t => {
	const cast = Array.from({length: 14}, (_, at) => ({name: `Player ${at}`, character: `Part ${at}`, metaId: at}));
	const {ui, page, open} = await withMovie(t, 'The Quiet Harbour', {
		metaId: 77,
		imdbId: 'tt0000077',
		website: 'javascript:alert(1)',
		trailerUrl: 'https://www.youtube.com/watch?v=harbour',
		collectionMetaId: 5,
		collectionTitle: 'Harbours',
		digitalRelease: new Date('2001-02-03'),
		cast,
		crew: [{name: 'Ada Keel', job: 'Director', metaId: 1}],
	});
	await open('');
	await ui.see('Ada Keel');
	await ui.see('Digital Feb 3, 2001');
	const links = await page.$$eval('.links a', all => all.map(link => link.getAttribute('href')));
	t.deepEqual(links, [
		'#/collections?search=Harbours',
		'#/discover?type=movie&kind=recommended&metaId=77&title=The+Quiet+Harbour',
		'https://www.themoviedb.org/movie/77',
		'https://www.youtube.com/watch?v=harbour',
		'https://www.imdb.com/title/tt0000077/',
		'https://trakt.tv/search/imdb/tt0000077',
	]);
	t.is((await page.$$('.cast li')).length, 12);
	for (const width of [1280, 390]) {
		await page.setViewport({width, height: 900});
		t.deepEqual(await seriousFindings(ui), [], `at ${width}`);
		t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, `at ${width}`);
	}
	await ui.click('::-p-text(All 14)');
	await ui.see('Player 13');
	t.deepEqual(ui.faults, []);
});

browserTest('a search by hand says what came of it', async t => {
	const {deps, movie, ui, open} = await withMovie(t, 'The Quiet Harbour');
	await open('');
	await ui.click('::-p-text(Search and grab)');
	await ui.see('No indexer is enabled. Add one in the settings.');
	await deps.indexers.add(buildIndexer(), deps.now());
	await ui.click('::-p-text(Search and grab)');
	await ui.see('is queued');
	await deps.movies.markSearched(movie.id, deps.now());
	const rejection = {reason: 'Release rejected', detail: '1 MB is below 500 MB', temporary: false, code: 'sizeInRange'} as const;
	const indexerResults = [{indexerId: 'i', indexerName: 'Slow', resultCount: 0, status: 'timeout' as const, errorMessage: 'Late.'}];
	const found = {judged: [{approved: false, rejectionDetails: [rejection]}], attempts: [], indexerResults};
	const last = toLastSearch(found, {at: deps.now(), searchId: 'other', byPerson: true});
	await deps.titleSearches.end([{id: movie.id, last, waiting: null}], deps.now());
	await ui.see('1 release found, all refused: 1 MB is below 500 MB');
	await ui.see('Searched just now by hand: 1 release found, 1 refused; 0 of 1 indexer answered');
	await ui.click('summary');
	await ui.see('No answer of Slow: Late.');
	await ui.see('Last searched just now.');
	t.deepEqual(ui.faults, []);
});

browserTest('a long history of a title is shown page by page', async t => {
	const {deps, movie, ui, page, open} = await withMovie(t, 'The Quiet Harbour');
	for (let at = 0; at < 51; at += 1) {
		const title = `The.Quiet.Harbour.${at}`;
		const of = {movieId: movie.id, seriesId: null, episodeIds: [], quality: 'DVD', qualityScore: 20, indexer: 'Indexer'};
		const timestamp = new Date(Date.UTC(2026, 0, 1) + at * 60_000);
		await deps.history.add({...of, title, event: 'grabbed', downloadClient: null, downloadId: null, data: {}, timestamp});
	}
	await open('history');
	await ui.see('The.Quiet.Harbour.50');
	await ui.click('.pager ::-p-text(Next)');
	await page.waitForFunction(`document.querySelector('main').innerText.includes('2 of 2')`);
	t.is((await page.$$('main .rows > .line')).length, 1);
	t.deepEqual(ui.faults, []);
});

browserTest('a bad subtitle is blocked, another one is searched, and the blocklist lets it be taken again', async t => {
	const served = await withMovie(t, 'Harbour');
	const {deps, movie, ui, page, open} = served;
	const now = deps.now();
	const subtitle = {id: 's1', language: 'en', forced: false, hearingImpaired: false, path: '/films/a.en.srt', format: 'srt', score: 91};
	const from = {source: 'downloaded', provider: 'Attic', providerSubtitleId: '77', downloadedAt: now} as const;
	const subtitles = {list: [{...subtitle, ...from}], missing: [], readAt: now, stamp: 'x'};
	await deps.movies.setFile(movie.id, buildMediaFile({subtitles}), now);
	const asked: string[] = [];
	await answerJobs(t, served, {
		async removeSubtitle({subtitleId, blocklist}) {
			asked.push(`${subtitleId} ${blocklist}`);
			const entry = {providerId: 'p1', provider: 'Attic', subtitleId: '77', title: 'Harbour', release: null, language: 'en'};
			const of = {movieId: movie.id, seriesId: null, episodeIds: [], reason: 'Removed by a person.', addedAt: now};
			await deps.subtitleBlocklist.add({...entry, ...of});
		},
		async fetchSubtitles({reason}) {
			asked.push(reason);
		},
	});
	await open('');
	await ui.click('main ::-p-text(Upload)');
	await page.waitForFunction(`[...document.querySelectorAll('dialog option')].some(each => each.textContent === 'German')`);
	await page.keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	await ui.click('::-p-aria([name="Block the subtitle English"][role="button"])');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog ::-p-text(Block and search)');
	await ui.see('Another one is being searched.');
	t.is(asked[0], 's1 true');
	const looks: string[] = [];
	page.on('request', request => void (request.url().endsWith('/subtitles') && looks.push(request.url())));
	const onDisk = {source: 'file', provider: null, providerSubtitleId: null, downloadedAt: null, score: null} as const;
	const next = {list: [{...subtitle, id: 's2', language: 'de', ...onDisk}], missing: [], readAt: now, stamp: 'y'};
	await deps.movies.setFile(movie.id, buildMediaFile({subtitles: next}), now);
	await page.waitForSelector('::-p-aria([name="Delete the subtitle German"][role="button"])');
	t.true(looks.length <= 2, 'it is told of the next one, and does not keep looking');
	t.is(await page.$('::-p-aria([name="Block the subtitle German"][role="button"])'), null);
	await ui.click('::-p-aria([name="Delete the subtitle German"][role="button"])');
	await ui.see('It cannot be blocked: it was found on the disk');
	await page.keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	await page.evaluate("location.hash = '#/blocklist'");
	await ui.click('main ::-p-text(Subtitles)');
	await ui.see('Removed by a person.');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('::-p-aria([name="Remove the subtitle of Harbour"][role="button"])');
	await ui.see('No subtitle is blocked');
	t.deepEqual(ui.faults, []);
});

browserTest('an administrator takes rights in the list of users, and the page hides what a user may not do', async t => {
	const {deps, movie, ui, page, open} = await withMovie(t, 'Harbour');
	const {id} = await addUser(deps, 'kim', 'user');
	const labels = () =>
		page.$$eval('main button', all => all.map(button => button.getAttribute('aria-label') ?? button.textContent?.trim()));
	const gated = ['Search and grab', 'All releases', 'Releases', 'Monitored', 'Edit', 'Delete'];
	await open('');
	await ui.see('Search and grab');
	await ui.click('.more-menu > button');
	const before = await labels();
	t.true(
		gated.every(label => before.includes(label)),
		before.join(', '),
	);
	await page.evaluate("location.hash = '#/settings/users'");
	await ui.see('kim');
	await ui.click('main .row:first-child ::-p-text(Edit)');
	await ui.click('dialog ::-p-text(May look, add and grab)');
	await page.waitForFunction(`document.querySelectorAll('dialog [type=checkbox]:checked').length === 2`);
	await ui.click('dialog ::-p-aria([name="May look"][role="button"])');
	await page.waitForFunction(`document.querySelectorAll('dialog [type=checkbox]:checked').length === 0`);
	await ui.click('dialog ::-p-aria([name="Delete files"][role="checkbox"])');
	await ui.click('dialog [type=submit]');
	await ui.see('May not: add titles, search releases, delete titles, edit titles, start tasks');
	t.deepEqual((await deps.users.get(id)).rights, {
		addTitles: false,
		searchReleases: false,
		deleteTitles: false,
		deleteFiles: true,
		editTitles: false,
		runTasks: false,
	});
	await ui.click('::-p-text(Log out)');
	await ui.logIn('kim', testPassword);
	await page.evaluate(`location.hash = '#/movies/${movie.id}?tab='`);
	await ui.click('.more-menu > button');
	await ui.see('Refresh metadata');
	const after = await labels();
	t.deepEqual(
		gated.filter(label => after.includes(label)),
		[],
	);
	await page.evaluate("location.hash = '#/tasks/rssSync'");
	await ui.see('It has not run yet');
	t.false((await labels()).includes('Run'));
	await page.evaluate("location.hash = '#/search'");
	await ui.see('Your account has no right to this');
	t.is(await page.$('nav a[href="#/add"]'), null);
	t.deepEqual(ui.faults, []);
});
