import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {until} from '#test/helpers/until.ts';
import {handleRunBulkChange} from '#workers/tasks/run-bulk-change.ts';

const widths = [
	{width: 390, height: 844, isMobile: true, hasTouch: true},
	{width: 1280, height: 900},
];
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

async function withTitles(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, call, directory} = served;
	const root = join(directory, 'titles');
	await mkdir(root);
	await answerDisks(t, served);
	await answerJobs(t, served, {runBulkChange: handleRunBulkChange});
	await call('POST /api/root-folders', {body: {path: root}});
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const films = [
		await addMovie(served, {title: 'Harbour'}, {rootFolderPath: root, path: join(root, 'Harbour')}),
		await addMovie(served, {title: 'Lantern', metaId: 2}, {rootFolderPath: root, path: join(root, 'Lantern')}),
	];
	const choice = buildNewSeries({rootFolderPath: root, path: join(root, 'Show')});
	const show = await deps.series.add(buildSeriesDetails({title: 'Show'}), choice, deps.now());
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('vera', testPassword);
	const {page} = ui;
	const isNarrow = async (about: string) => {
		const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		t.true(Number(surplus) <= 0, `${about} is ${surplus} pixels too wide`);
	};
	const select = async (kind: string, name: string) => {
		await page.evaluate(`location.hash = '#/${kind}'`);
		await ui.see(name);
		await ui.tools();
		await ui.click(button('Select'));
		await page.waitForSelector('.card button');
		for (const card of await page.$$('.card button')) {
			await card.focus();
			await page.keyboard.press('Space');
		}
	};
	/** Chooses an option of the field with this label. */
	const choose = async (label: string, value: string) => {
		const id = await page.evaluate(
			`[...document.querySelectorAll('dialog label')].find(each => each.textContent === ${JSON.stringify(label)}).htmlFor`,
		);
		await page.select(`[id="${id}"]`, value);
	};
	return {...served, ui, page, films, show, select, choose, isNarrow};
}

browserTest('many films are edited at once with the keyboard, wide and on a phone', async t => {
	const {ui, page, deps, films, select, choose, isNarrow} = await withTitles(t);
	for (const viewport of widths) {
		await page.setViewport(viewport);
		await page.reload();
		await select('movies', 'Lantern');
		await ui.see('2 selected');
		await page.$eval('.selection', bar => [...bar.querySelectorAll('button')].find(each => each.textContent === 'Edit')?.focus());
		await page.keyboard.press('Enter');
		await ui.see('Edit 2 movies');
		await page.waitForSelector('dialog [type=submit]');
		t.deepEqual(await seriousFindings(ui), [], `edit at ${viewport.width}`);
		await isNarrow(`edit at ${viewport.width}`);
		t.true(await page.$eval('dialog [type=submit]', each => (each as unknown as {disabled: boolean}).disabled), 'nothing is chosen yet');
		await choose('Monitored', viewport.isMobile ? 'false' : 'true');
		await choose('When to search', 'announced');
		await page.focus('dialog [type=submit]');
		await page.keyboard.press('Enter');
		await ui.see('2 changed.');
		await page.waitForFunction(`!document.querySelector('dialog')`);
		for (const {id} of films) {
			t.like(await deps.movies.get(id), {monitored: !viewport.isMobile, minimumAvailability: 'announced'});
		}
	}
	await ui.click(button('Undo'));
	await ui.see('2 become what they were.');
	await until(async () => (await deps.movies.getMany(films.map(({id}) => id))).every(({monitored}) => !monitored));
	t.deepEqual(ui.faults, []);
});

browserTest('many titles are refreshed and deleted, after a question', async t => {
	const {ui, page, deps, show, select, isNarrow} = await withTitles(t);
	await page.setViewport(widths[1]!); // there are two
	await select('series', 'Show');
	await ui.click(button('Refresh metadata'));
	await ui.see('Their data is read from the provider again.');
	await ui.click('dialog .button.primary');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	t.true((await deps.outbox.list(20)).some(({job}) => job === 'refresh-series'));
	await select('movies', 'Lantern');
	await ui.click(button('Delete'));
	await ui.see('Delete their files too');
	t.deepEqual(await seriousFindings(ui), []);
	await isNarrow('delete');
	await ui.click('dialog .button.danger');
	await ui.see('No movies yet');
	await ui.click(button('Undo'));
	await ui.see('2 are brought back.');
	await until(async () => (await deps.outbox.list(20)).filter(({job}) => job === 'undo-deletion').length === 2);
	t.is(await deps.series.get(show.id).then(({id}) => id), show.id);
	t.deepEqual(ui.faults, []);
});

browserTest('a range is picked with shift, and all of a filter with a key', async t => {
	const {ui, page, deps, films, choose, ...served} = await withTitles(t);
	for (const [index, title] of ['Meadow', 'Orchard', 'Quarry'].entries()) {
		await addMovie({deps, ...served} as never, {title, metaId: 10 + index});
	}
	await page.setViewport(widths[1]!); // there are two
	await page.evaluate(`location.hash = '#/movies'`);
	await ui.see('Quarry');
	await ui.click(button('Select'));
	await page.waitForSelector('.card button');
	const cards = await page.$$('.card button');
	await cards[1]?.click();
	await page.keyboard.down('Shift');
	await cards[3]?.click();
	await page.keyboard.up('Shift');
	await ui.see('3 selected');
	await cards[2]?.click();
	await ui.see('2 selected');
	await page.evaluate('document.activeElement.blur()');
	await page.keyboard.down('Control');
	await page.keyboard.press('a');
	await page.keyboard.up('Control');
	await ui.see('5 selected');
	await cards[0]?.click();
	await ui.see('4 selected');
	await ui.click(button('Edit'));
	await ui.see('Edit 4 movies');
	await page.waitForSelector('dialog [type=submit]');
	await choose('Monitored', 'false');
	await ui.click('dialog [type=submit]');
	await ui.see('4 changed.');
	t.is((await deps.movies.get(films[0]?.id ?? '')).monitored, true, 'left out');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	await page.keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('.selection')`);
	t.deepEqual(ui.faults, []);
});
