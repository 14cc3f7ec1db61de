import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

browserTest('the history is filtered by kind, eighteen rows fit on a screen, and a grab is marked as failed', async t => {
	const served = await serve(t);
	const {deps} = served;
	const {id} = await addMovie(served);
	const usual = {movieId: id, seriesId: null, episodeIds: [], quality: 'WEBDL-1080p', qualityScore: 1, indexer: 'Attic'};
	for (let index = 0; index < 60; index++) {
		const event = index % 2 === 0 ? ('grabbed' as const) : ('imported' as const);
		const data = {guid: `guid-${index}`, indexerId: 'attic', size: 1000, protocol: 'torrent'};
		const rest = {downloadClient: 'Client', downloadId: null, data, timestamp: new Date(Date.now() - index * 1000)};
		await deps.history.add({...usual, ...rest, event, title: `Harbour.2019.Release.${index}`});
	}
	await addUser(deps, 'vera', 'admin');
	const ui = await openUi(t, served.url);
	const {page} = ui;
	await ui.logIn('vera', testPassword);
	await page.setViewport({width: 1280, height: 800});
	await page.evaluate(`location.hash = '#/history'`);
	await page.waitForFunction(`document.querySelectorAll('.line').length === 50`);
	const onScreen = `[...document.querySelectorAll('.line')].filter(each => each.getBoundingClientRect().bottom <= innerHeight).length`;
	t.true(Number(await page.evaluate(onScreen)) >= 18);
	t.deepEqual(await seriousFindings(ui), []);
	await ui.click(button('Show more'));
	await page.waitForFunction(`document.querySelectorAll('.line').length === 60`);
	await page.evaluate(`location.hash = '#/history?event=grabbed'`);
	await page.waitForFunction(`document.querySelectorAll('.line').length === 30`);
	await ui.click(button('Details of Harbour.2019.Release.0'));
	await ui.click(button('Mark as failed'));
	await ui.click('dialog button.danger');
	await page.waitForFunction(`!document.querySelector('dialog')`);
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 1);
	await page.setViewport({width: 320, height: 800});
	t.true(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
	t.deepEqual(ui.faults, []);
});

browserTest('a backup is listed with the command that restores it, and downloaded by administrators only', async t => {
	const served = await serve(t);
	const {deps} = served;
	const {dataDir} = deps.http;
	const to = `${dataDir}/backups`;
	const {signal} = new AbortController();
	await writeBackup({...deps, dataDir}, {to, madeBy: 'person', now: new Date('2026-03-04T05:06:07Z'), signal});
	await answerJobs(t, served, {runTask: async () => {}});
	await addUser(deps, 'anna', 'admin');
	const ui = await openUi(t, served.url);
	await ui.logIn('anna', testPassword);
	await ui.page.evaluate(`location.hash = '#/backups'`);
	await ui.click(button('Back up now'));
	await ui.see('The backup is being written, and is listed here soon.');
	await ui.click(button('Restore'));
	await ui.see('npm run restore -- --from');
	t.deepEqual(await seriousFindings(ui), []);
	const path = '/api/backups/kinoteka-2026-03-04T05-06-07/download';
	const size = await ui.page.evaluate(`fetch('${path}').then(async reply => reply.ok && (await reply.arrayBuffer()).byteLength)`);
	t.true(Number(size) > 1024 && Number(size) % 512 === 0);
	t.is((await served.call(`GET ${path}`, {as: 'user'})).status, 403);

	// A backup that was downloaded comes back by the page, on a phone, too.
	const reply = await fetch(`${served.url}${path}`, {headers: await served.headersOf('admin')});
	const file = join(served.directory, 'kinoteka-2026-03-04T05-06-07.tar');
	await writeFile(file, Buffer.from(await reply.arrayBuffer()));
	for (const width of [1280, 360]) {
		await rm(`${to}/kinoteka-2026-03-04T05-06-07`, {recursive: true});
		await ui.page.setViewport({width, height: 800});
		await ui.page.reload();
		await ui.see('No backup yet');
		const [chooser] = await Promise.all([ui.page.waitForFileChooser(), ui.click(button('Upload a backup'))]);
		await chooser.accept([file]);
		await ui.see('npm run restore -- --from');
		t.deepEqual(await seriousFindings(ui), [], `at ${width}`);
		t.true(Number(await ui.page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, `at ${width}`);
	}
	t.is((await served.call('GET /api/backups/kinoteka-2026-03-04T05-06-08/download')).status, 404);
	t.is((await served.call('GET /api/backups/..%2Fx/download')).status, 404);
	t.deepEqual(ui.faults, []);
});
