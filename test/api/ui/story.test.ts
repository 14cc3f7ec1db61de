import type {QueueItemReply} from '#scripts/demo/replies.ts';
import {browserTest} from '#test/helpers/browser.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {isImported} from '#test/helpers/line/steps.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';
import {until} from '#test/helpers/until.ts';

browserTest('a person logs in, adds a movie by its title, grabs a release, and sees it on the wall', async t => {
	const {url, adminPassword, api} = await startLine(t);
	const ui = await openUi(t, url);
	const {page} = ui;
	await page.setViewport({width: 390, height: 844});
	const findings: string[] = [];
	const check = async () => void findings.push(...(await seriousFindings(ui)));
	const open = (path: string) => page.evaluate(`location.hash = '#/${path}'`);

	await page.waitForSelector('form');
	await check();
	await ui.logIn('admin', adminPassword);
	await ui.see('No movies yet');
	await check();

	await ui.click('::-p-text(Add a movie)');
	await ui.fill('main input[type=search]', 'Big Buck');
	await page.waitForSelector('.result');
	await check();
	await ui.click('.result .button');
	await ui.click('dialog ::-p-text(Search and grab at once)');
	await check();
	await ui.click('dialog ::-p-text(Add to the library)');
	await ui.see('No file yet');
	await check();

	await ui.click('::-p-text(All releases)');
	await page.waitForSelector('.release');
	await ui.see('Rejected');
	await check();
	await ui.click('.release .primary');
	await ui.see('Grabbed');

	await open('queue');
	await ui.see('Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL');
	await check();
	// The machine may need its time for the download; the page then needs little.
	await until(async () => (await api.get<{items: QueueItemReply[]}>('/api/queue')).items.some(isImported));
	await ui.see('Imported');

	await open('movies');
	await ui.see('Bluray-1080p');
	await check();
	await ui.click('.card a');
	await ui.see('Big Buck Bunny (2008) [Bluray-1080p]-OPENREEL.mkv');
	await check();
	for (const view of ['series', 'wanted', 'calendar', 'history']) {
		await open(view);
		await page.waitForSelector('main h1');
		await page.waitForFunction('!document.querySelector("main .waiting")');
		await check();
	}

	await ui.click('.navigation .more');
	await check();
	await page.focus('.account .button:last-child');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.login');
	t.deepEqual(findings, []);
	t.deepEqual(ui.faults, []);
});
