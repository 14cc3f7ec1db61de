import {publishItemUpdated} from '#shared/events/queue.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

browserTest('the menu counts downloads, what needs a person and what is missing, and marks the health, wide and on a phone', async t => {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	await addMovie(served, {digitalRelease: new Date('2026-02-01')});
	const {id} = await deps.downloads.add(buildItem({state: 'downloading', status: 'downloading'}));
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	const {page} = ui;
	const besideQueue = () => page.waitForSelector('.navigation a[href="#/queue"] .menu-counts');
	await page.setViewport({width: 1280, height: 800});
	await besideQueue();
	const textOf = (path: string) =>
		page.$eval(`.navigation a[href="#/${path}"] .menu-counts`, each => [...each.children].map(({textContent}) => textContent));
	t.deepEqual(await textOf('queue'), ['1']);
	t.deepEqual(await textOf('wanted'), ['1']);
	t.truthy(await page.$('.navigation a[href="#/health"] .badge.bad'), 'no worker runs');
	t.deepEqual(await seriousFindings(ui), []);

	const refused = await deps.downloads.change(id, {status: 'warning', health: 'error', errorMessage: 'Nobody has the rest.'});
	await publishItemUpdated(refused!, deps); // it was found
	await page.waitForSelector('.navigation a[href="#/queue"] .badge.bad');
	t.deepEqual(await textOf('queue'), ['1', '1']);
	t.is(await page.$eval('.navigation a[href="#/queue"]', link => link.title), '1 download, 1 of them needs you');

	await page.setViewport({width: 390, height: 844});
	t.truthy(await page.$('.navigation .more .badge.bad'));
	t.deepEqual(await seriousFindings(ui), []);
	t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
	t.deepEqual(ui.faults, []);
});
