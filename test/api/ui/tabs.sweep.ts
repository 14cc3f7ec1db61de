import type {ExecutionContext} from 'ava';
import type {BrowserContext, Page} from 'puppeteer';
import {queueItem, queueStream} from '#shared/events/queue.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {addUser, serve, testPassword} from '#test/helpers/serve.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const empty = `document.body.innerText.includes('Nothing is being downloaded')`;

async function withQueue(t: ExecutionContext) {
	const {deps, url} = await serve(t);
	await addUser(deps, 'root', 'admin');
	const ui = await openUi(t, url);
	await ui.logIn('root', testPassword);
	const grab = async (title: string) => {
		const item = await deps.downloads.add(buildItem({title}));
		await deps.events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
	};
	return {url, ui, page: ui.page, grab};
}

/** A window of its own: a person sees several at once, but only one tab of each. */
async function openWindow(context: BrowserContext): Promise<Page> {
	const before = new Set(context.targets());
	const session = await context.browser().target().createCDPSession();
	await session.send('Target.createTarget', {url: 'about:blank', newWindow: true, ...(context.id && {browserContextId: context.id})});
	await session.detach();
	const target = await context.waitForTarget(each => each.type() === 'page' && !before.has(each));
	const page = await target.page();
	page?.setDefaultTimeout(600_000);
	return page!; // the target is a page
}

browserTest('eight windows follow the queue at once, and each can still be used', async t => {
	const {url, ui, page, grab} = await withQueue(t);
	const windows = [];
	for (let count = 0; count < 8; count += 1) {
		const own = await openWindow(page.browserContext());
		await own.goto(`${url}/#/queue`);
		await own.waitForFunction(empty);
		windows.push(own);
	}
	await grab('A.New.Download');
	for (const own of windows) {
		t.false(await own.evaluate('document.hidden'));
		await own.waitForFunction(`document.body.innerText.includes('A.New.Download')`);
		await own.evaluate(`location.hash = '#/wanted'`);
		await own.waitForFunction(`document.body.innerText.includes('Every monitored title that is out has a file')`);
	}
	t.deepEqual(ui.faults, []);
});

browserTest('a dialog whose row is moved stays modal, and keeps the focus', async t => {
	const {ui, page, grab} = await withQueue(t);
	await grab('The.First.Download');
	await page.evaluate(`location.hash = '#/queue'`);
	await ui.click('main .download ::-p-text(Remove)');
	await page.waitForSelector('dialog:modal');
	await page.focus('dialog input');
	await page.evaluate(`const row = document.querySelector('dialog').closest('li'); row.parentNode.append(row)`);
	// From here on it is not modal, until the page draws its list again.
	await grab('A.New.Download');
	await ui.see('A.New.Download');
	await page.waitForSelector('dialog:modal');
	await page.waitForFunction(`document.activeElement === document.querySelector('dialog input')`);
	t.deepEqual(ui.faults, []);
});

browserTest('an address that changes while the page is being built is followed', async t => {
	const {ui, page} = await withQueue(t);
	// The navigation is there, and what follows the address is not yet.
	await page.evaluateOnNewDocument(`new MutationObserver((_, observer) => {
		if (document.querySelector('nav')) {
			observer.disconnect();
			location.hash = '#/queue';
		}
	}).observe(document, {childList: true, subtree: true})`);
	await page.reload();
	await page.waitForFunction(empty);
	t.deepEqual(ui.faults, []);
});

browserTest('a browser without shared workers follows the queue by itself', async t => {
	const {ui, page, grab} = await withQueue(t);
	await page.evaluateOnNewDocument('delete globalThis.SharedWorker');
	await page.reload();
	await page.evaluate(`location.hash = '#/queue'`);
	await page.waitForFunction(empty);
	await grab('A.New.Download');
	await ui.see('A.New.Download');
	t.deepEqual(ui.faults, []);
});
