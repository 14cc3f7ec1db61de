import type {Page} from 'puppeteer';
import {browserTest} from '#test/helpers/browser.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {openUi} from '#test/helpers/ui/open-ui.ts';

/** More elements than any view has before the one that is wanted. */
const maxTabs = 80;
/** Without what only the eye sees, such as the counts of the menu. */
const nameOfFocused = `(element => {
	const copy = element.cloneNode(true);
	copy.querySelectorAll('[aria-hidden]').forEach(each => each.remove());
	return (element.ariaLabel ?? element.labels?.[0]?.textContent ?? copy.textContent).trim();
})(document.activeElement)`;

/** Goes from element to element until the one of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
	const passed: unknown[] = [];
	for (let tabs = 0; tabs < maxTabs; tabs += 1) {
		await page.keyboard.press('Tab');
		const focused = await page.evaluate(nameOfFocused);
		if (focused === name) {
			return;
		}
		passed.push(focused);
	}
	throw new Error(`Tab does not reach ${name}, only ${passed.join(', ')}`);
}

browserTest('a movie is added, grabbed and watched in the queue with the keyboard alone', async t => {
	const {url, adminPassword} = await startLine(t);
	const ui = await openUi(t, url);
	const {page} = ui;
	const {keyboard} = page;
	const press = async (name: string) => {
		await tabTo(page, name);
		await keyboard.press('Enter');
	};

	await page.waitForFunction(`document.activeElement.name === 'username'`);
	await keyboard.type('admin');
	await tabTo(page, 'Password');
	await keyboard.type(adminPassword);
	await keyboard.press('Enter');
	await ui.see('No movies yet');

	await press('Add');
	await page.waitForFunction(`document.activeElement.type === 'search'`);
	await keyboard.type('Big Buck');
	await page.waitForSelector('.result');
	await press('Add');
	await page.waitForSelector('dialog[open] .form');
	await tabTo(page, 'Search and grab at once');
	await keyboard.press('Space');
	await press('Add to the library');
	await ui.see('No file yet');

	await press('More …');
	await press('Delete');
	await page.waitForSelector('dialog[open]');
	await keyboard.press('Escape');
	await page.waitForFunction(`!document.querySelector('dialog') && document.activeElement.textContent.trim() === 'More …'`);
	await press('Releases');
	await page.waitForSelector('.release');
	await press('Grab');
	await ui.see('Grabbed');
	await press('Queue');
	await ui.see('Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL');
	await ui.see('Imported');
	t.deepEqual(ui.faults, []);
});
