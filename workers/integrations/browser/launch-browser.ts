import {type ChildProcess, spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import type {Browser, PuppeteerNode} from 'puppeteer';
import {orCancelled} from '#shared/coordination/wait.ts';
import {Cancelled, Unavailable} from '#shared/errors.ts';
import {openBrowserPipe} from './browser-pipe.ts';
import type {FoundBrowser} from './find-browser.ts';

export interface RunningBrowser {
	browser: Browser;
	pid: number;
	/** Folder of its profile. */
	profile: string;
	userAgent: string;
	/** Kills the whole process group at once and removes the profile. */
	kill(): Promise<void>;
}

interface LaunchOptions extends FoundBrowser {
	headless: boolean;
	/** Parent folder of the profile; see `browser-folder.ts`. */
	folder: string;
	/** Cancels a start that is no longer needed. */
	signal: AbortSignal;
}

const launchMs = 20_000;
/** Milliseconds. Longer than any visit, because a visit has its own time limit. */
const protocolMs = 330_000;

/**
 * Starts a browser that talks to us through a pipe. It ends when we end, for whatever reason, and nobody else can
 * connect to it. Throws Unavailable `browser_failed` with the browser's last words, and then leaves nothing running.
 */
export async function launchBrowser({path, userAgent, headless, folder, signal}: LaunchOptions): Promise<RunningBrowser> {
	const {default: puppeteer} = await import('puppeteer');
	const profile = join(folder, `profile-${randomUUID()}`);
	// Another host of this process may just have removed its empty folder.
	await mkdir(profile, {mode: 0o700, recursive: true});
	const usual = await usualArguments(puppeteer, {headless, profile, userAgent});
	const child = spawn(path, usual, {
		// Its own process group can be killed as a whole.
		detached: true,
		env: browserEnvironment(process.env, profile),
		stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
	});
	const words = lastWords(child);
	const kill = () => end(child, profile);
	const limit = AbortSignal.any([signal, AbortSignal.timeout(launchMs)]);
	try {
		const gone = Promise.race([once(child, 'exit'), once(child, 'error')]).then(() => Promise.reject(new Error('it ended')));
		const [, , , toBrowser, fromBrowser] = child.stdio;
		const transport = openBrowserPipe(toBrowser as Writable, fromBrowser as Readable); // created by `stdio` above
		const connected = puppeteer.connect({transport, defaultViewport: null, protocolTimeout: protocolMs});
		const browser = await orCancelled(Promise.race([connected, gone]), limit);
		await orCancelled(closePopups(browser), limit);
		return {browser, pid: child.pid!, profile, userAgent, kill}; // it answered, so it has a process
	} catch (error) {
		await kill();
		const reason = error instanceof Cancelled ? `it did not answer within ${launchMs / 1000} seconds` : words();
		throw new Unavailable('browser_failed', `The browser ${path} did not start: ${reason}`, {cause: error});
	}
}

interface Start {
	headless: boolean;
	profile: string;
	userAgent: string;
}

async function usualArguments(puppeteer: PuppeteerNode, {headless, profile, userAgent}: Start): Promise<string[]> {
	const unwanted = ['--enable-automation', '--disable-popup-blocking'];
	const usual = await puppeteer.defaultArgs({headless, userDataDir: profile, args: browserArguments(userAgent)});
	return [...usual.filter(argument => !unwanted.includes(argument)), '--remote-debugging-pipe'];
}

/**
 * Closes popups at once, through the browser itself: a dialog in a popup would block the page that opened it, because
 * both share a process.
 */
async function closePopups(browser: Browser): Promise<void> {
	const session = await browser.target().createCDPSession();
	session.on('Target.targetCreated', ({targetInfo: {targetId, type, openerId}}) => {
		if (type === 'page' && openerId !== undefined) {
			session.send('Target.closeTarget', {targetId}).catch(() => {});
		}
	});
	await session.send('Target.setDiscoverTargets', {discover: true});
}

async function end({pid}: ChildProcess, profile: string): Promise<void> {
	if (pid !== undefined) {
		try {
			process.kill(-pid, 'SIGKILL');
		} catch {
			// It has already ended.
		}
	}
	// Its last processes may still be writing.
	await rm(profile, {recursive: true, force: true, maxRetries: 10, retryDelay: 50}).catch(() => {});
}

const maxWords = 8192;
const longestWords = 300;

/**
 * Keeps what the browser writes about its own problems. Always read on, because a full pipe would block the browser.
 */
function lastWords(child: ChildProcess): () => string {
	let text = '';
	child.stderr?.setEncoding('utf8').on('data', (words: string) => {
		text = (text + words).slice(-maxWords);
	});
	return () => {
		const lines = text.split('\n').filter(Boolean);
		const telling = lines.find(line => /error|cannot|no usable|missing|failed/i.test(line)) ?? lines.at(-1) ?? 'it ended without a word';
		return telling.trim().slice(0, longestWords);
	};
}

/** Nothing listens on this port, so requests that belong to no visit, and therefore have no proxy, lead nowhere. */
const nowhere = 'http://127.0.0.1:9';

/** Keeps all traffic of a page inside our proxy, and hides that the browser is automated. */
function browserArguments(userAgent: string): string[] {
	return [
		// Chromium refuses to run as root with its sandbox. In a container, the container takes the sandbox's place.
		...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
		`--user-agent=${userAgent}`,
		'--window-size=1280,900',
		'--lang=en-US',
		'--disable-blink-features=AutomationControlled',
		`--proxy-server=${nowhere}`,
		// Only our proxy may resolve names.
		'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		'--disable-quic',
		'--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
		'--webrtc-ip-handling-policy=disable_non_proxied_udp',
		'--dns-prefetch-disable',
		'--no-pings',
		'--disable-component-update',
		'--disable-domain-reliability',
		'--disable-gpu',
		'--disable-print-preview',
		'--deny-permission-prompts',
		'--autoplay-policy=user-gesture-required',
		'--js-flags=--max-old-space-size=512',
		'--disable-features=WebTransport,WebBluetooth,WebUSB,DnsOverHttps,AsyncDns,NetworkPrediction,Prerender2',
	];
}

const passedOn = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'DISPLAY', 'XAUTHORITY', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

/**
 * Our own environment holds addresses and keys of databases, which the browser must not see. Whatever it writes is
 * removed with its profile.
 */
function browserEnvironment(env: NodeJS.ProcessEnv, profile: string): Record<string, string> {
	const known = passedOn.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]] as const]));
	return {...Object.fromEntries(known), HOME: profile, KINOTEKA_BROWSER: profile};
}
