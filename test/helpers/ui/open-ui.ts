import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {type ExecutionContext, registerCompletionHandler} from 'ava';
import {type Browser, launch, type Page} from 'puppeteer';
import {installedBrowser} from '../browser.ts';

/** A page of the service in a real browser, and what it did wrong. */
export interface Ui {
	page: Page;
	/** Requests to other hosts, and errors of scripts and of the content security policy. */
	faults: string[];
	/** Clicks the first element that matches, once it is there and at rest. */
	click(selector: string): Promise<void>;
	fill(selector: string, text: string): Promise<void>;
	/** Chooses what is behind the button “More …”. */
	more(name: string): Promise<void>;
	/** Shows the tools of a library, which phones keep behind “View”. */
	tools(): Promise<void>;
	/** Resolves once the text is on the page. */
	see(text: string): Promise<void>;
	logIn(username: string, password: string): Promise<void>;
}

/** A busy machine is slow; a fault is reported earlier by the page itself. */
const waitMs = 600_000;
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const isNoise = (text: string) => /status of (400|401|404|409|429|50\d)|ERR_INTERNET_DISCONNECTED/.test(text);

let browser: Promise<Browser> | null = null;

/** The browser of this thread: starting one takes longer than many a test. */
function sharedBrowser(): Promise<Browser> {
	if (browser === null) {
		browser = launch({executablePath: installedBrowser?.path ?? '', args: ['--no-sandbox'], protocolTimeout: waitMs});
		registerCompletionHandler(() => void browser?.then(opened => opened.close()));
	}
	return browser;
}

/** Opens the page that people see, with cookies and a storage of its own, which end with the test. */
export async function openUi(t: ExecutionContext, url: string): Promise<Ui> {
	const context = await (await sharedBrowser()).createBrowserContext();
	t.teardown(() => context.close());
	const page = await context.newPage();
	// Only one page of a browser has the focus otherwise.
	await page.emulateFocusedPage(true);
	page.setDefaultTimeout(waitMs);
	const faults: string[] = [];
	const {origin} = new URL(url);
	page.on(
		'request',
		request => void (/^(data|blob):|^about:/.test(request.url()) || request.url().startsWith(`${origin}/`) || faults.push(request.url())),
	);
	page.on('pageerror', error => void faults.push(String(error)));
	page.on('console', message => void (message.type() === 'error' && !isNoise(message.text()) && faults.push(message.text())));
	await page.goto(url);
	/** What the page shows instead tells more than that the time is over. */
	const orShow = async (waiting: Promise<unknown>, wanted: string) => {
		await waiting.catch(async cause => {
			const shown = await page.evaluate('document.querySelector("dialog")?.innerText ?? document.body.innerText');
			throw new Error(`${wanted} is not on the page, which says: ${String(shown).slice(0, 2000)}`, {cause});
		});
	};
	const ui: Ui = {
		page,
		faults,
		click: selector => orShow(page.locator(selector).click(), selector),
		fill: (selector, text) => orShow(page.locator(selector).fill(text), selector),
		more: async name => {
			await ui.click('.more-menu > button');
			await ui.click(`.more-menu li ::-p-text(${name})`);
		},
		tools: async () => {
			await page.waitForSelector('.view-button button');
			await page.evaluate(
				`(button => button.offsetParent && button.ariaExpanded !== 'true' && button.click())(document.querySelector('.view-button button'))`,
			);
		},
		see: text => orShow(page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`), text),
		logIn: async (username, password) => {
			await ui.fill('input[name=username]', username);
			await ui.fill('input[name=password]', password);
			await ui.click('button[type=submit]');
			await page.waitForSelector('nav');
		},
	};
	return ui;
}

const themes = ['light', 'dark'] as const;

/** What axe finds serious or critical on the page as it is, and headings that leave out a level, in both themes. */
export async function seriousFindings({page}: Ui): Promise<string[]> {
	const found: string[] = [];
	await page.evaluate(axeSource);
	for (const theme of themes) {
		await page.emulateMediaFeatures([
			{name: 'prefers-color-scheme', value: theme},
			{name: 'prefers-reduced-motion', value: 'reduce'},
		]);
		const violations = (await page.evaluate(`axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations)`)) as {
			id: string;
			impact: string;
			nodes: {target: unknown[]; failureSummary: string}[];
		}[];
		const serious = violations.filter(({id, impact}) => impact === 'serious' || impact === 'critical' || id === 'heading-order');
		found.push(...serious.flatMap(({id, nodes}) => nodes.map(node => `${theme} ${id}: ${node.target.join(' ')}: ${node.failureSummary}`)));
	}
	return found;
}
