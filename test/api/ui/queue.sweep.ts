import {defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

browserTest('the time left of a download follows its progress, and its reasons follow its state', async t => {
	const {deps, url} = await serve(t);
	await addUser(deps, 'root', 'admin');
	const {id} = await deps.downloads.add(
		buildItem({state: 'downloading', status: 'downloading', size: 1000, sizeLeft: 900, secondsLeft: 7200}),
	);
	const tell = async (change: Parameters<typeof deps.downloads.change>[1]) => {
		const item = await deps.downloads.change(id, change);
		t.truthy(item);
		await publishItemUpdated(item!, deps); // it was found
	};
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	await ui.page.evaluate(`location.hash = '#/queue'`);
	await ui.see('2 h left');
	await tell({transfer: {sizeLeft: 500, secondsLeft: 120}});
	await ui.see('50 %');
	await ui.see('2 min left');
	await tell({status: 'warning', health: 'warning', errorMessage: 'Nobody has the rest.'});
	await ui.see('Nobody has the rest.');
	await ui.page.select('select[aria-label="Which downloads"]', 'paused');
	await ui.see('No download is in this state');
	await ui.page.select('select[aria-label="Which downloads"]', 'warning');
	await ui.see('Nobody has the rest.');
	t.deepEqual(ui.faults, []);
});

browserTest('downloads are picked, paused and removed with another search, wide and on a phone', async t => {
	const served = await serve(t);
	const {deps, url} = served;
	await addUser(deps, 'root', 'admin');
	const reported: {queueItemIds: string[]; action: string}[] = [];
	await answerJobs(t, served, {
		async controlDownloads(payload) {
			reported.push(payload);
			return {failures: []};
		},
	});
	const client = await deps.downloadClients.add(
		{...defaultClientSettings, name: 'Torrents', kind: 'qbittorrent', url: 'http://127.0.0.1:9'},
		deps.now(),
	);
	const add = (title: string, second: number) =>
		deps.downloads.add(
			buildItem({
				title,
				guid: title,
				downloadId: title,
				downloadClientId: client.id,
				state: 'downloading',
				status: 'downloading',
				added: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
			}),
		);
	const [one, two] = [await add('First.Film', 1), await add('Second.Film', 2)];
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	const {page} = ui;
	await page.evaluate(`location.hash = '#/queue'`);
	const isFirst = (title: string) => page.waitForFunction(`document.querySelector('.download')?.innerText.includes('${title}')`);
	await isFirst('First.Film');
	await page.select('select[aria-label="Order"]', 'added:desc');
	await isFirst('Second.Film');
	await page.select('select[aria-label="Order"]', '');
	await isFirst('First.Film');
	for (const viewport of [
		{width: 390, height: 844},
		{width: 1280, height: 900},
	]) {
		await page.setViewport(viewport);
		await ui.see('First.Film');
		await ui.click('::-p-aria([name="Select"][role="button"])');
		await ui.click('::-p-aria([name="Select First.Film"])');
		await page.keyboard.down('Shift');
		await ui.click('::-p-aria([name="Select Second.Film"])');
		await page.keyboard.up('Shift');
		await ui.see('2 selected');
		t.deepEqual(await seriousFindings(ui), [], String(viewport.width));
		const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		t.true(Number(surplus) <= 0, `${surplus} pixels too wide`);
		await page.$eval('.selection', bar => [...bar.querySelectorAll('button')].find(each => each.textContent === 'Pause')?.click());
		await ui.see('2 downloads paused.');
		await ui.click('::-p-aria([name="End the selection"][role="button"])');
	}
	t.deepEqual(reported.at(-1), {queueItemIds: [one.id, two.id], action: 'pause'});
	await page.$eval('.download', row => [...row.querySelectorAll('button')].find(each => each.textContent === 'Remove')?.click());
	await ui.click('::-p-aria([name="Search for another release at once"])');
	await ui.click('dialog .button.danger');
	await ui.see('Removed from the queue.');
	t.is(await deps.downloads.find(one.id), null);
	t.deepEqual(ui.faults, []);
});

browserTest('everything is paused for an hour from the queue, says so everywhere, and goes on with one click', async t => {
	const {deps, url} = await serve(t);
	await addUser(deps, 'root', 'admin');
	await deps.indexers.add(buildIndexer({name: 'Site'}), deps.now());
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	const {page} = ui;
	for (const viewport of [
		{width: 390, height: 844},
		{width: 1280, height: 900},
	]) {
		await page.setViewport(viewport);
		await page.evaluate(`location.hash = '#/queue'`);
		await ui.click('::-p-aria([name="Pause …"][role="button"])');
		await ui.see('Site');
		await page.select('dialog select', '1');
		t.deepEqual(await seriousFindings(ui), [], String(viewport.width));
		await ui.click('::-p-aria([name="Pause everything"][role="button"])');
		await ui.see('Paused, ends');
		await page.keyboard.press('Escape');
		await page.evaluate(`location.hash = '#/movies'`);
		await ui.see('Everything is paused until');
		const surplus = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		t.true(Number(surplus) <= 0, `${surplus} pixels too wide`);
		await page.$eval('.pause-banner', banner => banner.querySelector('button')?.click());
		// What was said of the first time may still be there.
		await page.waitForFunction(`!document.querySelector('.pause-banner')`);
		await ui.see('Everything was resumed.');
		t.deepEqual(await deps.pauses.active(deps.now()), []);
	}
	t.deepEqual(ui.faults, []);
});
