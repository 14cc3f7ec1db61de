import {mkdir} from 'node:fs/promises';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildItem} from '#test/helpers/import-world.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const read = {size: 5_000_000, series: null, episodes: [], quality: 'Unknown', languages: [], releaseGroup: null, edition: null};

browserTest('a download that was refused is imported by hand as the title that a person picks', async t => {
	t.timeout(60_000);
	const served = await serve(t);
	const {deps, url, directory} = served;
	const root = `${directory}/films`;
	await mkdir(root);
	await deps.rootFolders.add({name: 'Films', path: root}, deps.now());
	await addUser(deps, 'root', 'admin');
	const movie = await addMovie(served, {title: 'The Lamp'});
	await deps.downloads.add(buildItem({statusMessages: [{title: 'film.mkv', messages: ['No title of the library fits.']}]}));
	await answerJobs(t, served, {
		listImportCandidates: async () => {
			const file = {...read, path: `${root}/film.mkv`, name: 'film.mkv', movie: null, rejections: [{reason: 'No title fits.'}]};
			return {folder: root, candidates: [file], total: 1};
		},
	});
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/queue'`);
	await ui.see('No title of the library fits.');
	await ui.click('::-p-text(Import by hand)');
	await ui.see('No title fits.');
	await ui.fill('dialog input[type=search]', 'lamp');
	await ui.click('.picker ::-p-text(The Lamp)');
	await ui.see('Import as The Lamp');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog .actions .primary');
	await ui.see('1 of 1 files are being imported');
	const {items} = await deps.downloads.page({page: 1, limit: 10});
	t.true(items.some(({movieId}) => movieId === movie.id));
	t.deepEqual(ui.faults, []);
});
