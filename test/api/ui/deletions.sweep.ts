import {access, mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {handleDeleteChosenFiles} from '#workers/import/delete-chosen-files.ts';
import {handleDeleteMovieFiles} from '#workers/import/delete-title-files.ts';
import {handleEraseDeletion} from '#workers/import/erase-deletion.ts';
import {handleUndoDeletion} from '#workers/import/undo-deletion.ts';
import {createFiles} from '#workers/integrations/files/files.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('a file is deleted, and a deleted title comes back with its file', async t => {
	const served = await serve(t);
	const {deps, directory} = served;
	const root = join(directory, 'movies');
	const folders = ['Harbour (2019)', 'Lanterns (2020)'].map(name => join(root, name));
	const paths = folders.map(folder => join(folder, 'film.mkv'));
	await mkdir(root);
	await deps.rootFolders.add({name: 'Films', path: root}, deps.now());
	await deps.qualityProfiles.ensureDefaults(deps.now());
	for (const [index, path] of paths.entries()) {
		await mkdir(dirname(path));
		await writeFile(path, 'video');
		const {id} = await addMovie(served, {metaId: 100 + index, title: ['Harbour', 'Lanterns'][index] ?? ''});
		await deps.movies.change(id, {path: dirname(path), rootFolderPath: root}, deps.now());
		await deps.movies.setFile(id, buildMediaFile({id: `file-${index}`, path}), deps.now());
	}
	await answerDisks(t, served);
	const withFiles = {...deps, files: createFiles({folders: deps.usedFolders})};
	await answerJobs(
		t,
		{...served, deps: withFiles},
		{
			deleteChosenFiles: handleDeleteChosenFiles,
			deleteMovieFiles: handleDeleteMovieFiles,
			undoDeletion: handleUndoDeletion,
			eraseDeletion: handleEraseDeletion,
		},
	);
	await addUser(deps, 'vera', 'user');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	const [harbour, lanterns] = await Promise.all([100, 101].map(metaId => deps.movies.findOldest(metaId)));
	await page.evaluate(`location.hash = '#/movies/${harbour?.id}'`);
	await ui.click(button('Delete the file'));
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click(`dialog ${'button.danger'}`);
	await ui.see('No file yet');
	await t.throwsAsync(access(paths[0] ?? ''));
	await ui.click(`.notice ${button('Undo')}`);
	await page.evaluate(`location.hash = '#/deleted'`);
	await ui.see('only a file');
	await ui.see('has its file again');
	await access(paths[0] ?? '');
	t.is((await deps.movies.get(harbour?.id ?? '')).file?.path, paths[0]);
	await page.evaluate(`location.hash = '#/movies/${lanterns?.id}'`);
	await ui.more('Delete');
	await ui.see('1 file');
	await ui.click('::-p-aria([name="Delete its files too"][role="checkbox"])');
	await ui.see('as long as the recycle bin keeps the files');
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click('dialog button.danger');
	await page.waitForFunction(`location.hash === '#/movies'`);
	await page.evaluate(`location.hash = '#/deleted'`);
	await ui.see('Lanterns');
	t.deepEqual(await seriousFindings(ui), []);
	await page.setViewport({width: 320, height: 800});
	t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
	await ui.click(button('Undo'));
	await ui.see('is back.');
	await access(paths[1] ?? '');
	t.is((await deps.movies.get(lanterns?.id ?? '')).file?.path, paths[1]);
	await page.evaluate(`location.hash = '#/movies/${lanterns?.id}'`);
	await ui.more('Delete');
	await ui.click('::-p-aria([name="Delete its files too"][role="checkbox"])');
	await ui.click('dialog button.danger');
	await page.waitForFunction(`location.hash === '#/movies'`);
	await page.evaluate(`location.hash = '#/deleted'`);
	await ui.click(button('Delete for good'));
	await ui.see('This frees 5 B (1 file).');
	t.deepEqual(await seriousFindings(ui), []);
	t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
	await ui.click('dialog button.danger');
	await page.waitForFunction(`!document.querySelector('dialog') && !document.querySelector('main').innerText.includes('Delete for good')`);
	t.is(await deps.movies.find(lanterns?.id ?? ''), null);
	t.deepEqual(ui.faults, []);
});
