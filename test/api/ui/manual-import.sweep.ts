import {mkdir} from 'node:fs/promises';
import type {ExecutionContext} from 'ava';
import {NotFound} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings, type Ui} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const read = {size: 5_000_000, series: null, episodes: [], quality: 'Unknown', languages: [], releaseGroup: null, edition: null};

/** A download in a root folder that waits for a person, with one file; the page is open at the queue. */
async function withWaitingDownload(t: ExecutionContext, name: string) {
	const served = await serve(t);
	const {deps, directory} = served;
	const root = `${directory}/films`;
	await mkdir(root);
	await deps.rootFolders.add({name: 'Films', path: root}, deps.now());
	await addUser(deps, 'root', 'admin');
	await deps.downloads.add(buildItem({outputPath: root, statusMessages: [{title: name, messages: ['No title in the library matches.']}]}));
	await answerJobs(t, served, {
		listImportCandidates: async () => {
			const file = {...read, path: `${root}/${name}`, name, movie: null, rejections: [{reason: 'No title fits.'}]};
			return {folder: root, candidates: [file], total: 1};
		},
	});
	return served;
}

/** The dialog with the files of the download. */
async function openDialog(t: ExecutionContext, url: string): Promise<Ui> {
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/queue'`);
	await ui.see('No title in the library matches.');
	await ui.click('::-p-text(Import by hand)');
	await ui.see('No title fits.');
	return ui;
}

browserTest('a download that was refused is imported by hand as the title that a person picks', async t => {
	const served = await withWaitingDownload(t, 'film.mkv');
	const {deps, url} = served;
	const movie = await addMovie(served, {title: 'The Lamp'});
	const ui = await openDialog(t, url);
	await ui.fill('dialog input[type=search]', 'nothing of the sort');
	await ui.see('No title in the library matches.');
	await ui.fill('dialog input[type=search]', 'lamp');
	await ui.click('.picker ::-p-text(The Lamp)');
	await ui.see('Import as The Lamp');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog .actions .primary');
	await ui.see('1 of 1 files are being imported');
	const {items} = await deps.downloads.page({page: 1, limit: 10});
	t.true(items.some(({target}) => target.movieId === movie.id));
	t.deepEqual(ui.faults, []);
});

browserTest('the folder of a download whose client does not say it is named by a person', async t => {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	const {id} = await deps.downloads.add(buildItem({outputPath: null, health: 'warning'}));
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/queue'`);
	await ui.click('::-p-text(Import by hand)');
	await ui.see('has not said yet where the files');
	await ui.fill('dialog .folder-field input', '/downloads/film');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog .primary');
	await ui.see('will be imported from /downloads/film');
	t.is((await deps.downloads.get(id)).transfer?.outputPath, '/downloads/film');
	t.deepEqual(ui.faults, []);
});

browserTest('a title that the library lacks is added while its file is imported, and is not searched', async t => {
	const served = await withWaitingDownload(t, 'film.mkv');
	const {deps, url} = served;
	const added: object[] = [];
	const film = {metaId: 5, title: 'The Lamp', year: 2020, overview: null, posterUrl: null};
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	await answerDisks(t, served);
	await answerJobs(t, served, {
		lookUpTitles: async ({kind}) => ({titles: kind === 'movie' ? [film as never] : []}),
		lookUpTitle: async () => Promise.reject(new NotFound('movie_not_found', 'There are no more facts.')),
		async addMovie(payload) {
			added.push(payload);
			return {id: (await addMovie(served, {title: film.title})).id, title: film.title};
		},
	});
	const ui = await openDialog(t, url);
	const isTyped = ui.page.waitForRequest(request => request.url().includes('series?search=lamp&'));
	await ui.fill('dialog input[type=search]', 'lamp');
	await isTyped;
	await ui.click('::-p-text(Look it up and add it)');
	await ui.click('::-p-aria([name="Add The Lamp (2020)"][role="button"])');
	await ui.click('::-p-text(Add to the library)');
	await ui.see('Import as The Lamp');
	t.like(added[0], {metaId: 5, searchOnAdd: false});
	await ui.click('dialog .import-foot .primary');
	await ui.see('1 of 1 files are being imported');
	t.deepEqual(ui.faults, []);
});

browserTest('a file is given several episodes of a season, and closing the dialog asks before that is lost', async t => {
	const {deps, url} = await withWaitingDownload(t, 'two-parts.mkv');
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	const seasons = [
		buildSeason(0, ['2024-01-01']),
		buildSeason(1, ['2024-01-08']),
		buildSeason(2, ['2025-01-08', '2025-01-15', '2025-01-22']),
	];
	const series = await deps.series.add(buildSeriesDetails({seasons}), buildNewSeries(), deps.now());
	const ui = await openDialog(t, url);
	const {page} = ui;
	await ui.fill('dialog input[type=search]', 'lanterns');
	await ui.click('.picker ::-p-text(Paper Lanterns)');
	await ui.see('Import as Paper Lanterns (the episodes that its name says)');
	await page.locator('.episode-picker select').fill('2');
	await ui.click('.choices ::-p-text(Chapter 3)');
	await ui.click('.choices ::-p-text(Chapter 2)');
	await ui.see('Import as Paper Lanterns S02E02, S02E03');
	await ui.click('::-p-aria([name="Quality, languages and group"][role="button"])');
	await page.locator('dialog .parts select').fill('Bluray-720p');
	await page.locator('dialog .picked select').fill('german');
	await ui.see('Bluray-720p');
	t.deepEqual(await seriousFindings(ui), []);
	await page.keyboard.press('Escape');
	await ui.see('What you entered is not saved.');
	await ui.click('dialog ::-p-text(Keep editing)');
	await ui.click('dialog .import-foot .primary');
	await ui.see('1 of 1 files are being imported');
	const {items} = await deps.downloads.page({page: 1, limit: 10});
	const started = items.find(({target}) => target.seriesId === series.id);
	t.like(started?.release.judgement, {quality: 'Bluray-720p', languages: ['german']});
	const chosen = await deps.episodes.getMany(started?.target.episodeIds ?? []);
	t.deepEqual(
		chosen.map(({seasonNumber, episodeNumber}) => `${seasonNumber}×${episodeNumber}`),
		['2×2', '2×3'],
	);
	t.deepEqual(ui.faults, []);
});

browserTest('a file whose import fails later is listed again with the reason, and may be started anew', async t => {
	const served = await withWaitingDownload(t, 'film.mkv');
	const {deps, directory, url} = served;
	await addMovie(served, {title: 'The Lamp'});
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/import?path=${encodeURIComponent(`${directory}/films`)}'`);
	await ui.see('No title fits.');
	await ui.fill('main input[type=search]', 'lamp');
	await ui.click('.picker ::-p-text(The Lamp)');
	await ui.click('main .import-foot .primary');
	await ui.see('1 file is being imported.');
	const startedItem = async () => {
		const {items} = await deps.downloads.page({page: 1, limit: 10});
		return items.find(({import: progress}) => progress?.choice?.file)!; // the page said that it is there
	};
	const change = async (health: 'warning' | 'ok', messages: string[]) => {
		const {id} = await startedItem();
		const statusMessages = messages.map(message => ({title: 'film.mkv', messages: [message]}));
		const changed = await deps.downloads.change(id, {health, statusMessages}, {states: ['importPending']});
		await publishItemUpdated(changed!, deps); // it waits
		return id;
	};
	const first = await change('warning', ['It cannot be read as a video.']);
	await ui.see('Not imported: It cannot be read as a video.');
	await ui.see('1 file could not be imported, and is listed again.');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.fill('main input[type=search]', 'lamp');
	await ui.click('.picker ::-p-text(The Lamp)');
	await ui.click('main .import-foot .primary');
	await ui.see('1 file is being imported.');
	t.not((await startedItem()).id, first);
	await deps.downloads.move((await startedItem()).id, 'importing', {});
	const imported = await deps.downloads.move((await startedItem()).id, 'imported', {});
	await publishItemUpdated(imported!, deps); // it was importing
	await ui.see('1 file is in the library.');
	t.deepEqual(ui.faults, []);
});
