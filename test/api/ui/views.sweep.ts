import type {ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const titles = ['Anchor', 'Bell', 'Compass', 'Drift', 'Ebb', 'Ferry', 'Gale', 'Harbour'];
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;
const widths = [
	{width: 1280, height: 800},
	{width: 390, height: 844, isMobile: true, hasTouch: true},
];

/** Sixty films; the later in the alphabet, the larger their files. */
async function withFilms(t: ExecutionContext) {
	const served = await serve(t);
	const {deps} = served;
	await answerDisks(t, served);
	await deps.qualityProfiles.ensureDefaults(deps.now());
	for (let index = 0; index < 64; index += 1) {
		const title = `${titles[Math.floor(index / 8)]} ${index}`;
		const {id} = await addMovie(served, {metaId: index + 1, title, year: 1960 + index, metaRating: 5 + (index % 5)});
		await deps.movies.replaceFile(id, buildMediaFile({id: `file-${index}`, size: (index + 1) * 1_000_000_000}), {
			replaces: null,
			at: deps.now(),
		});
	}
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	await ui.page.setViewport(widths[0]!); // there are two
	await ui.logIn('vera', testPassword);
	await ui.see('Anchor 0');
	return {...served, ui, page: ui.page};
}

browserTest('a library is shown as a table that is sorted, with chosen columns, letters to jump and a kept filter', async t => {
	t.timeout(300_000);
	const {ui, page} = await withFilms(t);
	await ui.click('.letters button:last-of-type');
	await page.waitForFunction(`scrollY > 0`);
	await ui.see('Harbour 56');
	await ui.click('.look button:nth-of-type(2)');
	await page.waitForSelector('.title-row [role=cell]');
	await ui.click('.heads ::-p-text(Size)');
	await page.waitForFunction(`document.querySelector('[role=rowheader]')?.textContent === 'Harbour 63'`);
	t.is(await page.$eval('[aria-sort]', each => each.textContent), 'Size');
	await ui.click(button('Columns'));
	await ui.click('dialog ::-p-text(Path)');
	await ui.click('dialog .button.primary');
	await ui.see('/films/');
	for (const viewport of widths) {
		await page.setViewport(viewport);
		await page.waitForSelector('[role=rowheader]');
		t.deepEqual(await seriousFindings(ui), [], `table at ${viewport.width}`);
		t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, `table at ${viewport.width}`);
	}
	await page.setViewport(widths[0]!); // there are two
	await ui.click('.filters ::-p-text(Filter)');
	await page.waitForSelector('.filter-form');
	const field = (label: string) =>
		page.evaluate(`[...document.querySelectorAll('dialog label')].find(each => each.textContent === ${JSON.stringify(label)}).htmlFor`);
	await ui.fill(`[id="${await field('To the year')}"]`, '1963');
	await ui.fill(`[id="${await field('Keep these conditions as')}"]`, 'Old ones');
	await ui.click('.save-filter [type=submit]');
	await page.waitForSelector('.saved-filters .chip');
	t.deepEqual(await seriousFindings(ui), [], 'filter');
	await ui.click('.saved-filters .chip');
	await ui.see('Movies 4');
	await page.evaluate(`location.hash = '#/movies'`);
	await ui.see('Movies 64');
	await ui.click('.look button:nth-of-type(3)');
	await page.waitForSelector('.overview-entry h2');
	t.deepEqual(await seriousFindings(ui), [], 'overview');
	t.deepEqual(ui.faults, []);
});

browserTest('everything is searched with the keyboard alone, and the keys are documented', async t => {
	t.timeout(300_000);
	const {ui, page} = await withFilms(t);
	await page.keyboard.press('/');
	await page.waitForSelector('dialog[open] [role=combobox]');
	await page.keyboard.type('compass 17');
	await page.waitForFunction(`document.querySelector('[role=option]')?.textContent.startsWith('Compass 17')`);
	t.deepEqual(await seriousFindings(ui), []);
	await page.keyboard.press('Enter');
	await page.waitForFunction(`location.hash.startsWith('#/movies/')`);
	await page.waitForFunction(`document.title.startsWith('Compass 17')`);
	await page.keyboard.press('/');
	await page.waitForSelector('dialog[open] [role=combobox]');
	await page.keyboard.type('download clients');
	await page.waitForFunction(`document.querySelector('[aria-selected=true]')?.textContent.startsWith('Download clients')`);
	await page.keyboard.press('Enter');
	await page.waitForFunction(`location.hash === '#/settings/clients'`);
	await page.keyboard.press('g');
	await page.keyboard.press('m');
	await ui.see('Anchor 0');
	await page.keyboard.press('j');
	await page.keyboard.press('j');
	await page.waitForFunction(`document.activeElement.closest('.card')?.textContent.includes('Anchor 1')`);
	await page.keyboard.press('?');
	await ui.see('Search everything');
	await page.keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('dialog[open]')`);
	await page.focus('.filters input');
	await page.keyboard.type('j/?');
	t.is(await page.$eval('.filters input', each => (each as unknown as {value: string}).value), 'j/?');
	t.deepEqual(ui.faults, []);
});
