import {mkdtemp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Browser} from 'puppeteer';
import {Unavailable} from '#shared/errors.ts';
import {browserArguments, browserEnvironment} from './browser-arguments.ts';
import type {FoundBrowser} from './find-browser.ts';

/** A browser that runs. */
export interface RunningBrowser {
	browser: Browser;
	userAgent: string;
	/** Ends the whole process group at once, and removes its profile. */
	kill(): Promise<void>;
}

export interface LaunchOptions extends FoundBrowser {
	headless: boolean;
	/** Where its profile is made, see `sweep-browsers.ts`. */
	folder: string;
}

const launchMs = 20_000;
/** Longer than any visit: what is late is ended by the visit itself. */
const protocolMs = 330_000;

/**
 * Starts a browser that speaks to us through a pipe: it ends with us, however we end, and nobody else can reach it.
 * Throws Unavailable `browser_failed` with its last words.
 */
export async function launchBrowser({path, userAgent, headless, folder}: LaunchOptions): Promise<RunningBrowser> {
	const {default: puppeteer} = await import('puppeteer');
	const profile = await mkdtemp(join(folder, 'profile-'));
	let pid: number | undefined;
	try {
		const browser = await puppeteer.launch({
			executablePath: path,
			headless,
			pipe: true,
			userDataDir: profile,
			args: browserArguments(userAgent),
			ignoreDefaultArgs: ['--enable-automation', '--disable-popup-blocking'],
			env: browserEnvironment(process.env, profile),
			defaultViewport: null,
			timeout: launchMs,
			protocolTimeout: protocolMs,
			handleSIGHUP: false,
			handleSIGINT: false,
			handleSIGTERM: false,
		});
		pid = browser.process()?.pid;
		await closePopups(browser);
		return {browser, userAgent, kill: () => end(pid, profile)};
	} catch (error) {
		await end(pid, profile);
		throw new Unavailable('browser_failed', `The browser ${path} did not start: ${lastWords(error)}`, {cause: error});
	}
}

/** At once and by the browser itself: a question in a second window stops the page that opened it, which shares its process. */
async function closePopups(browser: Browser): Promise<void> {
	const session = await browser.target().createCDPSession();
	session.on('Target.targetCreated', ({targetInfo: {targetId, type, openerId}}) => {
		if (type === 'page' && openerId !== undefined) {
			session.send('Target.closeTarget', {targetId}).catch(() => {});
		}
	});
	await session.send('Target.setDiscoverTargets', {discover: true});
}

async function end(pid: number | undefined, profile: string): Promise<void> {
	if (pid !== undefined) {
		try {
			process.kill(-pid, 'SIGKILL');
		} catch {
			// It has ended already.
		}
	}
	// Its last processes may still be writing.
	await rm(profile, {recursive: true, force: true, maxRetries: 10, retryDelay: 50}).catch(() => {});
}

const longestWords = 300;

function lastWords(error: unknown): string {
	const lines = String(error instanceof Error ? error.message : error).split('\n');
	const telling =
		lines.find(line => /error|cannot|no usable|missing|failed/i.test(line) && !/failed to launch/i.test(line)) ?? lines[0] ?? '';
	return telling.trim().slice(0, longestWords);
}
