import {mkdir} from 'node:fs/promises';
import type {ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {computeStatistics} from '#workers/tasks/statistics.ts';

const widths = [
	{width: 1280, height: 900},
	{width: 390, height: 844, isMobile: true, hasTouch: true},
];
const long = 'A collection whose name is longer than a phone is wide, and then goes on for a while';
const part = (metaId: number) => ({metaId, title: `Harbour ${metaId}`, year: 2001, posterUrl: null});
const film = (metaId: number) => ({...part(metaId), overview: 'Ships.'});

async function withLibrary(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, call, directory} = served;
	await mkdir(`${directory}/films`);
	await answerDisks(t, served);
	const code = {userCode: '5055CC52', verificationUrl: 'https://trakt.tv/activate', expiresAt: new Date('2099-03-01T12:10:00Z')};
	await answerJobs(t, served, {
		discover: async () => ({titles: [film(1), film(8)], pages: 3}),
		authorizeImportList: async ({listId}) => {
			const signIn = {...code, expiresAt: code.expiresAt.toISOString(), id: listId, deviceCode: 'd', intervalSeconds: 5, message: null};
			await deps.importLists.signIns.begin(listId, {...signIn, state: 'waiting'}, await deps.importLists.get(listId));
			return code;
		},
	});
	await call('POST /api/root-folders', {body: {path: `${directory}/films`}});
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const movie = await addMovie(served, {metaId: 1, title: 'Harbour 1', collectionMetaId: 90, collectionTitle: long});
	await deps.movies.replaceFile(movie.id, buildMediaFile({size: 700}), {replaces: null, at: deps.now()});
	await deps.titleCollections.ensure(await deps.movies.collections(), deps.now());
	const {id} = (await deps.titleCollections.findByMetaId(90))!; // it was just made
	const parts = [1, 2].map(metaId => ({...part(metaId), releaseDate: new Date('2001-01-01')}));
	await deps.titleCollections.refresh(id, {metaId: 90, title: long, overview: 'Ships.', posterUrl: null, parts}, deps.now());
	await call('GET /api/statistics');
	await computeStatistics({signal: new AbortController().signal} as never, deps);
	const list = {name: 'Attic', kind: 'json', url: 'http://lists.test/films.json', media: 'movies', rootFolderPath: `${directory}/films`};
	await call('POST /api/import-lists', {body: list});
	const account = {kind: 'trakt', source: 'watchlist', clientId: 'the-app', clientSecret: 'tell-nobody'};
	await call('POST /api/import-lists', {body: {...account, name: 'My watchlist', media: 'movies', rootFolderPath: `${directory}/films`}});
	await addUser(deps, 'vera', 'admin');
	return {...served, id};
}

browserTest('collections, discovery, statistics and import lists are shown wide and on a phone', async t => {
	const {url, id, deps} = await withLibrary(t);
	const ui = await openUi(t, url);
	const {page} = ui;
	const asked: string[] = [];
	page.on('request', request => void asked.push(request.url()));
	await ui.logIn('vera', testPassword);
	await ui.see('Harbour 1');
	t.false(
		asked.some(each => each.includes('openapi')),
		'the document of the API is for forms only',
	);
	const shown = [
		['collections', long],
		[`collections/${id}`, 'Harbour 2'],
		['discover', 'Harbour 8'],
		['statistics', '1080p'],
		['settings/lists', 'Attic'],
		['settings/tags', 'Tags'],
	] as const;
	for (const viewport of widths) {
		await page.setViewport(viewport);
		for (const [path, text] of shown) {
			await page.evaluate(`location.hash = '#/${path}'`);
			await ui.see(text);
			t.deepEqual(await seriousFindings(ui), [], `${path} at ${viewport.width}`);
			const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
			t.true(Number(surplus) <= 0, `${path} at ${viewport.width} is ${surplus} pixels too wide`);
		}
	}
	await page.evaluate(`location.hash = '#/collections/${id}'`);
	await ui.see('Harbour 2');
	await ui.click('main ::-p-text(How films are added)');
	await ui.see('When to search');
	t.deepEqual(await seriousFindings(ui), [], 'the dialog of a collection');
	await page.locator('dialog input[type=text]').fill('kids, Winter');
	await page.evaluate(`(() => {
		const select = [...document.querySelectorAll('dialog select')].at(-1);
		select.value = 'inCinemas';
		select.dispatchEvent(new Event('change', {bubbles: true}));
	})()`);
	await ui.click('dialog button[type=submit]');
	await ui.see('They are tagged kids, winter.');
	t.like(await deps.titleCollections.get(id), {minimumAvailability: 'inCinemas', rootFolderPath: null, tags: ['kids', 'winter']});
	t.deepEqual(ui.faults, []);
});

browserTest('the code of a sign-in is shown with its page until the service has taken it', async t => {
	const {url, deps} = await withLibrary(t);
	const ui = await openUi(t, url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	for (const viewport of widths) {
		await page.setViewport(viewport);
		await page.evaluate("location.hash = '#/settings/lists'");
		await ui.see('My watchlist');
		await ui.click('main ::-p-text(Sign in)');
		await ui.see('5055CC52');
		t.is(await page.evaluate("document.querySelector('dialog a').href"), 'https://trakt.tv/activate');
		t.deepEqual(await seriousFindings(ui), [], `at ${viewport.width}`);
		const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		t.true(Number(surplus) <= 0, `${surplus} pixels too wide`);
		const list = (await deps.importLists.list()).find(({kind}) => kind === 'trakt')!; // it was added above
		const signIn = (await deps.importLists.signIns.last(list.id))!; // the dialog began it
		await deps.importLists.signIns.grant(list.id, signIn, {accessToken: 'a', refreshToken: 'b', expiresAt: '2099-01-01T00:00:00.000Z'});
		await ui.see('You are signed in.');
	}
	t.deepEqual(ui.faults, []);
});
