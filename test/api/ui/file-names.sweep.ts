import {mkdir} from 'node:fs/promises';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const box = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;

browserTest('names are shown as they are typed, before anything is saved, and a movie gets another folder', async t => {
	const served = await serve(t);
	const films = `${served.directory}/films`;
	await mkdir(films);
	await answerDisks(t, served);
	await served.call('POST /api/root-folders', {body: {path: films}});
	await served.deps.qualityProfiles.ensureDefaults(served.deps.now());
	const movie = await addMovie(served, {title: 'Lamp'}, {rootFolderPath: films, path: `${films}/Lamp`});
	await addUser(served.deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);

	await page.evaluate(`location.hash = '#/settings/media'`);
	await ui.see('Names with these settings');
	await ui.fill(box('Movie file format'), 'Typed {Year}');
	await ui.see('Typed 2019.mkv');
	t.regex(served.deps.settings.get('media.movieFileFormat'), /^\{Movie Title\}/);
	t.deepEqual(await seriousFindings(ui), []);

	await page.evaluate(`location.hash = '#/movies/${movie.id}'`);
	await ui.see('Save your changes first');
	await ui.click('.save-bar ::-p-text(Discard and leave)');
	await ui.more('Edit');
	await ui.fill(box('Folder'), `${films}/Elsewhere`);
	await ui.click('dialog [type=submit]');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	t.is((await served.deps.movies.get(movie.id)).path, `${films}/Elsewhere`);
});
