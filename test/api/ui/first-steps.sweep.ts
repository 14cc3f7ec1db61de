import {mkdirSync} from 'node:fs';
import {browserTest} from '#test/helpers/browser.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {openUi, seriousFindings} from '#test/helpers/ui/open-ui.ts';

browserTest('on a phone, the first steps lead a newcomer from one to the next, and to the first title', async t => {
	const {url, adminPassword, world, library} = await startLine(t, {isBare: true});
	mkdirSync(library);
	const ui = await openUi(t, url);
	const {page} = ui;
	await page.setViewport({width: 390, height: 844, isMobile: true, hasTouch: true});
	const isClosed = () => page.waitForFunction(`!document.querySelector('dialog')`);
	await ui.logIn('admin', adminPassword);

	await ui.click('.steps ::-p-text(Choose where your files are)');
	await ui.fill('dialog input', `${library}/nowhere`);
	await ui.click('dialog [type=submit]');
	await ui.see('does not exist');
	await ui.fill('dialog input', library);
	await ui.click('dialog [type=submit]');
	await isClosed();
	await page.waitForFunction(`document.querySelectorAll('.steps .done').length === 1`);
	t.deepEqual(await seriousFindings(ui), []);

	await ui.click('.steps ::-p-text(Enter the key of the metadata provider)');
	await ui.fill('main input[type=password]', 'no-such-key');
	await ui.click('main [type=submit]');
	await ui.see('refuses the key');
	await ui.fill('main input[type=password]', world.provider.apiKey);
	await ui.click('main [type=submit]');
	await ui.see('accepts the key');
	t.is(await page.$('.notice.error'), null);
	await page.waitForFunction(`document.querySelectorAll('.steps .done').length === 2`);

	await ui.click('.steps ::-p-text(Add an indexer)');
	await ui.fill('dialog ::-p-aria([name="Name"][role="textbox"])', 'Mine');
	await page.locator('dialog select').fill('torznab');
	await ui.fill('dialog ::-p-aria([name="URL"][role="textbox"])', world.indexer.url);
	await ui.fill('dialog input[type=password]', world.indexer.apiKey);
	await ui.click('dialog ::-p-text(Test)');
	await page.waitForFunction(`document.querySelector('dialog .outcome')?.getBoundingClientRect().bottom < innerHeight`);
	await ui.click('dialog [type=submit]');
	await isClosed();
	await ui.click('::-p-text(Add your first title)');
	await page.waitForFunction(`document.activeElement.type === 'search'`);
	t.deepEqual(ui.faults, []);
});
