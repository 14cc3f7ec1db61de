import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import puppeteer from 'puppeteer';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** A plain use of puppeteer: a profile, a page, its text and its cookies. */
export async function openPlainBrowser(): Promise<{visit(url: string): Promise<void>; close(): Promise<void>}> {
	const places = (process.env['PATH'] ?? '').split(delimiter).flatMap(folder => names.map(name => join(folder, name)));
	const executablePath = process.env['BROWSER_PATH'] ?? places.find(place => existsSync(place));
	const isRoot = process.getuid?.() === 0;
	const browser = await puppeteer.launch({...(executablePath && {executablePath}), args: isRoot ? ['--no-sandbox'] : []});
	return {
		async visit(url) {
			const context = await browser.createBrowserContext();
			const page = await context.newPage();
			await page.goto(url);
			await page.content();
			await context.cookies();
			await context.close();
		},
		close: () => browser.close(),
	};
}
