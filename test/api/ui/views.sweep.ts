import {mkdir} from 'node:fs/promises';
import type {ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
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
	const {ui, page} = await withFilms(t);
	await ui.click('.letters button:last-of-type');
	await page.waitForFunction(`scrollY > 0`);
	await ui.see('Harbour 56');
	await ui.click('.view-choice button:nth-of-type(2)');
	await page.waitForSelector('.title-row [role=cell]');
	await ui.click('.heads ::-p-text(Size)');
	await page.waitForFunction(`document.querySelector('[role=rowheader]')?.textContent === 'Harbour 63'`);
	t.is(await page.$eval('[aria-sort]', each => each.textContent), 'Size');
	await ui.click(button('Columns'));
	await ui.click('dialog ::-p-text(Path)');
	await ui.click('dialog .button.primary');
	await ui.see('/library/');
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
	await ui.fill(`[id="${await field('Save these conditions as')}"]`, 'Old ones');
	await ui.click('.save-filter [type=submit]');
	await page.waitForSelector('.saved-filters .chip');
	t.deepEqual(await seriousFindings(ui), [], 'filter');
	await ui.click('.saved-filters .chip');
	await ui.see('Movies 4');
	await ui.click('.filters ::-p-text(Filter)');
	await ui.click(button('Edit Old ones'));
	await ui.fill(`[id="${await field('To the year')}"]`, '1961');
	await ui.click('.save-filter [type=submit]');
	await page.waitForFunction(`document.querySelector('.saved-filters') && !document.querySelector('.saved-filters [role=status]')`);
	await ui.click('.saved-filters .chip');
	await ui.see('Movies 2');
	await page.evaluate(`location.hash = '#/movies'`);
	await ui.see('Movies 64');
	await ui.click('.view-choice button:nth-of-type(3)');
	await page.waitForSelector('.overview-entry h2');
	t.deepEqual(await seriousFindings(ui), [], 'overview');
	t.deepEqual(ui.faults, []);
});

browserTest('everything is searched with the keyboard alone, and the keys are documented', async t => {
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
	await page.waitForFunction(`document.querySelector('dialog[open]')?.innerText.includes('Search everything')`);
	await page.keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('dialog[open]')`);
	await page.focus('.filters input');
	await page.keyboard.type('j/?');
	t.is(await page.$eval('.filters input', each => (each as unknown as {value: string}).value), 'j/?');
	t.deepEqual(ui.faults, []);
});

const show = {metaId: 7, title: 'Harbour Lights', year: 2010, overview: 'Ships.', posterUrl: null};
const facts = {
	metaId: 7,
	imdbId: 'tt0000007',
	tvMetaId: null,
	runtime: 45,
	genres: ['Drama'],
	certification: null,
	metaRating: 8.1,
	metaVoteCount: 1200,
	studios: [],
	network: 'North',
	status: 'ended' as const,
	type: 'standard' as const,
	seasons: [1, 2, 3].map(seasonNumber => ({seasonNumber, episodes: 10, aired: 10})),
	monitoring: [{monitor: 'all' as const, episodes: 30, seasons: 3}],
};

browserTest('a series is added from a season on, and the form says before how much will be searched', async t => {
	const served = await serve(t);
	const {deps, call, directory} = served;
	const added: object[] = [];
	await answerDisks(t, served);
	await answerJobs(t, served, {
		lookUpTitles: async ({kind}) => ({titles: kind === 'series' ? [show] : []}),
		lookUpTitle: async () => ({facts}),
		addSeries: async payload => {
			added.push(payload);
			return {id: '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10', title: show.title};
		},
	});
	for (const name of ['movies', 'tv']) {
		await mkdir(`${directory}/${name}`);
		await call('POST /api/root-folders', {body: {path: `${directory}/${name}`}});
	}
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	await page.evaluate(`location.hash = '#/add?title=harbour'`);
	await ui.click('.result .button');
	await ui.see('30 episodes of 3 seasons will be searched.');
	await ui.see('North');
	const choose = async (label: string, value: string) => {
		const id = await page.evaluate(
			`[...document.querySelectorAll('dialog label')].find(each => each.textContent === ${JSON.stringify(label)}).htmlFor`,
		);
		await page.select(`[id="${id}"]`, value);
	};
	await choose('What to monitor', 'from 2');
	await ui.see('20 episodes of 2 seasons will be searched.');
	await choose('Root folder', `${directory}/movies`);
	await ui.see('This looks like a folder for movies.');
	await choose('Root folder', `${directory}/tv`);
	await choose('Numbering', 'anime');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog [type=submit]');
	await ui.see('is in the library now');
	t.like(added[0], {
		metaId: 7,
		rootFolderPath: `${directory}/tv`,
		monitor: 'all',
		seasonOptions: [{seasonNumber: 1, monitored: false}],
		type: 'anime',
		searchOnAdd: true,
	});
	t.deepEqual(ui.faults, []);
});
