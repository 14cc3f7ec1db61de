import type {ExecutionContext} from 'ava';
import {hashPassword} from '#api/password.ts';
import {queueStream} from '#shared/events/queue.ts';
import {queueItem} from '#shared/presenters/queue-item.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {buildItem} from '#test/helpers/import-world.ts';
import {serve, testPassword} from '#test/helpers/serve.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';

const empty = `document.body.innerText.includes('Nothing is being downloaded')`;

async function withQueue(t: ExecutionContext) {
	const {deps, url} = await serve(t);
	await deps.users.add({username: 'root', role: 'admin', passwordHash: await hashPassword(testPassword)}, deps.now());
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	const grab = async (title: string) => {
		const item = await deps.downloads.add(buildItem({title}));
		await deps.events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
	};
	return {url, ui, page: ui.page, grab};
}

browserTest('eight tabs follow the queue at once, and each can still be used', async t => {
	t.timeout(120_000);
	const {url, ui, page, grab} = await withQueue(t);
	const tabs = [];
	for (let count = 0; count < 8; count += 1) {
		const tab = await page.browser().newPage();
		tab.setDefaultTimeout(30_000);
		await tab.goto(`${url}/#/queue`);
		await tab.waitForFunction(empty);
		tabs.push(tab);
	}
	await grab('A.New.Download');
	for (const tab of tabs) {
		await tab.bringToFront();
		await tab.waitForFunction(`document.body.innerText.includes('A.New.Download')`);
		await tab.evaluate(`location.hash = '#/wanted'`);
		await tab.waitForFunction(`document.body.innerText.includes('Every monitored title that is out has a file')`);
	}
	t.deepEqual(ui.faults, []);
});

browserTest('a browser without shared workers follows the queue by itself', async t => {
	t.timeout(60_000);
	const {ui, page, grab} = await withQueue(t);
	await page.evaluateOnNewDocument('delete globalThis.SharedWorker');
	await page.reload();
	await page.evaluate(`location.hash = '#/queue'`);
	await page.waitForFunction(empty);
	await grab('A.New.Download');
	await ui.see('A.New.Download');
	t.deepEqual(ui.faults, []);
});
