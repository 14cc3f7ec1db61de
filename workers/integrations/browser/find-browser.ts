import {execFile} from 'node:child_process';
import {access, constants, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';
import {promisify} from 'node:util';
import {Unavailable} from '#shared/errors.ts';

export interface FoundBrowser {
	path: string;
	/** The user agent it will send. */
	userAgent: string;
}

export interface BrowserPlaces {
	/** From the setting `captcha.browserPath`; empty for none. */
	setting: string;
	/** From the environment variable; null for none. */
	variable: string | null;
	/** Folders with programs, in the format of PATH. */
	path: string;
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge', 'brave-browser'];
const macPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];
const versionMs = 10_000;
const run = promisify(execFile);

/**
 * Finds the browser: first the setting, then the variable, then the usual names. Throws Unavailable `browser_missing`,
 * which says which package provides one.
 */
export async function findBrowser({setting, variable, path}: BrowserPlaces): Promise<FoundBrowser> {
	const named = [setting, variable ?? ''].find(candidate => candidate !== '');
	if (named !== undefined) {
		return {path: named, userAgent: await userAgentOf(named)};
	}
	const folders = path.split(delimiter).filter(isAbsolute);
	for (const candidate of [...names.flatMap(name => folders.map(folder => join(folder, name))), ...macPaths]) {
		if (await isProgram(candidate)) {
			return {path: candidate, userAgent: await userAgentOf(candidate)};
		}
	}
	throw missing('No Chromium or Chrome was found for the captcha solver.');
}

function missing(fact: string, cause?: unknown): Unavailable {
	return new Unavailable(
		'browser_missing',
		`${fact} Install the package chromium (Debian, Ubuntu: apt-get install chromium; Fedora: dnf install chromium; Alpine: apk add chromium), or name the program in the setting captcha.browserPath or in BROWSER_PATH.`,
		{cause},
	);
}

async function isProgram(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}

/** Uses the user agent of a browser with a window, because many challenges reject one that says it is headless. */
async function userAgentOf(path: string): Promise<string> {
	const platform = process.platform === 'darwin' ? 'Macintosh; Intel Mac OS X 10_15_7' : 'X11; Linux x86_64';
	return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${await versionOf(path)}.0.0.0 Safari/537.36`;
}

/** Runs the program itself, so that one that does not work here is found before it is needed. */
async function versionOf(path: string): Promise<number> {
	try {
		const {stdout} = await run(path, ['--version'], {timeout: versionMs, env: {PATH: process.env['PATH'] ?? ''}});
		const version = /\b(?:Chrom(?:e|ium)|Edge|Brave)\D*(\d+)\./i.exec(stdout)?.[1];
		if (version !== undefined) {
			return Number(version);
		}
	} catch (error) {
		throw missing(`${path} is not an executable program.`, error);
	}
	throw missing(`${path} is not Chromium or Chrome.`);
}
