import {mkdir} from 'node:fs/promises';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const box = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;

browserTest('titles get tags, lists are narrowed by them, and settings tell what uses them', async t => {
	const served = await serve(t);
	const {deps, call, directory} = served;
	const films = `${directory}/films`;
	await mkdir(films);
	await answerDisks(t, served);
	await call('POST /api/root-folders', {body: {path: films}});
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const movie = await addMovie(served, {title: 'Lamp'}, {rootFolderPath: films, path: `${films}/Lamp`, ruleTags: ['old']});
	await addMovie(served, {title: 'Other', metaId: 2}, {rootFolderPath: films, path: `${films}/Other`});
	await call('POST /api/tags', {body: {label: 'Kids'}});
	await call('POST /api/tags', {body: {label: 'Old'}});
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);

	await page.evaluate(`location.hash = '#/movies/${movie.id}'`);
	await ui.more('Edit');
	await ui.fill(box('Tags'), 'Für alle');
	await ui.click('::-p-aria([name="kids"][role="button"])');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	const {tags, ownTags} = await deps.movies.get(movie.id);
	t.deepEqual(
		[tags, ownTags],
		[
			['fur-alle', 'kids', 'old'],
			['fur-alle', 'kids'],
		],
	);

	await page.evaluate(`location.hash = '#/movies?tag=kids'`);
	await ui.see('Lamp');
	await page.waitForFunction(`!document.body.textContent.includes('Other')`);
	t.deepEqual(await seriousFindings(ui), []);

	await page.evaluate(`location.hash = '#/settings/tags'`);
	await ui.see('1 movie, 0 series');
	t.deepEqual(await seriousFindings(ui), []);
	t.deepEqual(ui.faults, []);
});
