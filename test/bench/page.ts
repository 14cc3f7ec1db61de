import {loadavg} from 'node:os';
import {launch, type Page} from 'puppeteer';
import {hashPassword} from '#api/password.ts';
import {createReporter} from '#scripts/processes/reporter.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {findBrowser} from '#workers/integrations/browser/find-browser.ts';
import {openWorld} from './api/world.ts';
import {median, verdict} from './service/bench-service.ts';

/** How soon the page shows a long library to somebody who has been there before, and what it keeps while they scroll. */
const {values} = readCommandLine({
	usage: 'npm run bench:page [-- --movies N --visits N]',
	about: 'Measures the page in a browser.',
	options: {movies: {type: 'string', default: '100000'}, visits: {type: 'string', default: '5'}},
});
const [movies, visits] = [Number(values.movies), Number(values.visits)];
/** Milliseconds until the first titles are drawn, and the heap after fifty pages as a multiple of that after twenty. */
const goals = {paintMs: 1000, heap: 1.2};
const password = 'correct horse battery';
const sizes = {wide: {width: 1280, height: 800}, phone: {width: 390, height: 844}};
const rows = {posters: '.card:not(.ghost)', table: '.title-row:not(.ghost):not(.heads)', overview: '.overview-entry:not(.ghost)'};
const pages = 50;

/** Notes, from the start of the navigation, when a row has been drawn. */
const watch = (selector: string) => `(() => {
	const look = () => document.querySelector(${JSON.stringify(selector)})
		? requestAnimationFrame(() => setTimeout(() => { globalThis.paintedAt = performance.now(); }))
		: requestAnimationFrame(look);
	requestAnimationFrame(look);
})()`;

async function paintMs(page: Page, url: string, check: keyof typeof rows): Promise<number> {
	const script = await page.evaluateOnNewDocument(watch(rows[check]));
	await page.goto('about:blank');
	await page.goto(`${url}/#/movies`);
	await page.waitForFunction('globalThis.paintedAt', {timeout: 60_000});
	await page.removeScriptToEvaluateOnNewDocument(script.identifier);
	return (await page.evaluate('globalThis.paintedAt')) as number;
}

async function heapOf(page: Page): Promise<number> {
	const session = await page.createCDPSession();
	await session.send('HeapProfiler.collectGarbage');
	await session.detach();
	return (await page.metrics()).JSHeapUsedSize ?? 0;
}

const reporter = createReporter(process.stderr);
const world = await openWorld({mongodbUri: null, env: process.env, reporter});
const found = await findBrowser({setting: '', variable: process.env['BROWSER_PATH'] ?? null, path: process.env['PATH'] ?? ''});
const browser = await launch({executablePath: found.path, args: ['--no-sandbox']});
try {
	const {database, seed, startApi} = world.open('kinoteka');
	await seed({movies, series: 100});
	await database.stores.users.add({username: 'root', role: 'admin', passwordHash: await hashPassword(password)}, new Date());
	const {url} = await startApi();
	const page = await browser.newPage();
	page.setDefaultTimeout(60_000);
	const network = await page.createCDPSession();
	await network.send('Network.enable');
	// The made-up posters are nowhere.
	await network.send('Network.setBlockedURLs', {urls: ['*/api/images/*']});
	await page.goto(url);
	await page.locator('input[name=username]').fill('root');
	await page.locator('input[name=password]').fill(password);
	await page.locator('button[type=submit]').click();
	await page.waitForSelector('nav');
	for (const check of Object.keys(rows) as (keyof typeof rows)[]) {
		for (const [size, viewport] of Object.entries(sizes)) {
			await page.setViewport(viewport);
			await page.evaluate(`localStorage.setItem('kinoteka.look.movies', ${JSON.stringify(check)})`);
			const times: number[] = [];
			for (let visit = 0; visit <= visits; visit += 1) {
				times.push(await paintMs(page, url, check));
			}
			const middle = median(times.slice(1)); // the first one warms up
			console.log(
				`${check}, ${size}: ${Math.round(middle)} ms until titles are drawn (${times.map(Math.round).join(', ')}), at most ${goals.paintMs}: ${verdict(middle <= goals.paintMs)}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
			);
		}
		const heaps: number[] = [];
		for (let at = 1; at <= pages; at += 1) {
			await page.evaluate(`document.scrollingElement.scrollTo(0, document.scrollingElement.scrollHeight * ${(at * 100) / movies})`);
			await page.waitForFunction(`!document.querySelector('.ghost') && document.querySelector(${JSON.stringify(rows[check])})`);
			if (at % 10 === 0) {
				heaps.push((await heapOf(page)) / 1e6);
			}
		}
		const [first = 0, last = 0] = [heaps.at(1), heaps.at(-1)];
		console.log(
			`${check}: heap after each ten of ${pages} pages ${heaps.map(each => each.toFixed(1)).join(', ')} MB: ${verdict(last <= first * goals.heap)}`,
		);
	}
} finally {
	await browser.close();
	await world.close();
}
