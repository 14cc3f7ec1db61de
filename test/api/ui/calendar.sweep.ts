import {UpstreamFailed} from '#shared/errors.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('the calendar is an agenda, a week and a month, and calendar programs get an address of their own', async t => {
	const served = await serve(t);
	const {deps} = served;
	await addMovie(served, {title: 'Harbour', digitalRelease: deps.now()});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	for (const width of [1280, 390]) {
		await page.setViewport({width, height: 900});
		for (const [view, days] of [
			['', 0],
			['week', 7],
			['month', 28],
		] as const) {
			await page.evaluate(`location.hash = '#/calendar${view && `?view=${view}`}'`);
			await page.waitForFunction(`document.querySelectorAll('.day-grid > li').length ${days === 0 ? '=== 0' : `>= ${days}`}`);
			await ui.see('Harbour');
			t.deepEqual(await seriousFindings(ui), [], `${view} at ${width}`);
			t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, `${view} at ${width}`);
		}
	}
	await page.setViewport({width: 1280, height: 900});
	await ui.click(button('Feed'));
	await ui.click(button('Create an address'));
	await page.waitForSelector('dialog input[readonly]');
	const address = String(await page.$eval('dialog input[readonly]', input => (input as {value?: string}).value));
	const feed = await fetch(address);
	t.is(feed.status, 200);
	t.regex(await feed.text(), /Harbour/);
	t.deepEqual(await seriousFindings(ui), []);
	t.deepEqual(ui.faults, []);
});

browserTest('days are those of the reader, those of releases the same everywhere, and a week fits on a tablet', async t => {
	const served = await serve(t);
	const {deps} = served;
	const details = {title: 'The Harbour of a Rather Long Name', digitalRelease: new Date('2026-11-29T00:00:00Z')};
	const {createdAt} = await addMovie(served, details);
	// It is another day there than in London.
	const timeZone = createdAt.getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14';
	const dayThere = new Intl.DateTimeFormat('en', {day: 'numeric', month: 'short', year: 'numeric', timeZone}).format(createdAt);
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await page.emulateTimezone(timeZone);
	await page.reload();
	await page.setViewport({width: 768, height: 900});
	await ui.logIn('vera', testPassword);
	await page.evaluate(`location.hash = '#/calendar?view=week&from=2026-11-29'`);
	await page.waitForSelector('.day-grid a');
	const isCut = `[...document.querySelectorAll('.day-grid a')].some(each => each.getBoundingClientRect().right > each.closest('.day-grid > li').getBoundingClientRect().right)`;
	t.false(await page.evaluate(isCut), 'a name ends within its day');
	t.regex(String(await page.$eval('.day-grid a', link => link.closest('.day-grid > li')?.textContent)), /Sun, Nov 29/);
	await page.setViewport({width: 1280, height: 900});
	await page.evaluate(`location.hash = '#/movies'`);
	await ui.click('.view-choice button:nth-of-type(2)');
	await page.waitForSelector('.title-row [role=cell]');
	t.true((await page.$eval('.title-row:has([role=cell])', row => row.textContent ?? '')).includes(dayThere));
	t.deepEqual(ui.faults, []);
});

browserTest('all indexers are tested with one button, which names those that fail', async t => {
	const served = await serve(t);
	const {deps} = served;
	for (const name of ['Attic', 'Cellar', 'Shed']) {
		await deps.indexers.add(buildIndexer({name, enabled: name !== 'Shed'}), deps.now());
	}
	const cellar = (await deps.indexers.list()).find(({name}) => name === 'Cellar');
	const asked: (string | null)[] = [];
	await answerJobs(t, served, {
		testConnection: ({recordId}) => {
			asked.push(recordId);
			return recordId === cellar?.id
				? Promise.reject(new UpstreamFailed('connection_refused', 'Nobody listens there.'))
				: Promise.resolve({version: null, details: []});
		},
	});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	await ui.page.evaluate(`location.hash = '#/settings/indexers'`);
	await ui.click(button('Test all'));
	await ui.see('1 test failed. Cellar: Nobody listens there.');
	t.is(asked.length, 2);
	t.deepEqual(ui.faults, []);
});
