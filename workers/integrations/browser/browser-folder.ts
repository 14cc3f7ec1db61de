import {lstat, mkdir, readdir, readFile, rm, rmdir} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import {identityOf} from '#shared/process-identity.ts';

/**
 * Each worker keeps its browser profiles in a folder that names the worker. A folder whose worker is gone is left over.
 */
const parent = join(tmpdir(), `kinoteka-browsers-${process.getuid?.() ?? 0}`);
const ownerName = /^(\d+)-([\w-]+)$/;

const nameOf = (pid: number) => `${pid}-${(identityOf(pid) ?? 'gone').replace(/\W/g, '-')}`;

/**
 * Returns the folder of this process and creates it if needed. Throws Unavailable `browser_failed` when another user
 * owns its parent.
 */
export async function ownBrowserFolder(): Promise<string> {
	await mkdir(parent, {mode: 0o700}).catch(() => {});
	const stat = await lstat(parent).catch(() => null);
	if (!stat?.isDirectory() || stat.uid !== (process.getuid?.() ?? stat.uid)) {
		throw new Unavailable('browser_failed', `The folder ${parent} belongs to another user. Remove it, or set TMPDIR to another folder.`);
	}
	const own = join(parent, nameOf(process.pid));
	await mkdir(own, {mode: 0o700, recursive: true});
	return own;
}

/**
 * Called when browsers of this process have ended. The folder stays while another browser still has its profile there.
 */
export async function removeOwnBrowserFolder(): Promise<void> {
	await rmdir(join(parent, nameOf(process.pid))).catch(() => {});
}

/** Ends the browsers of workers that are gone and removes their profiles. Returns the number of such workers. */
export async function sweepBrowsers(): Promise<number> {
	const names = await readdir(parent).catch(() => []);
	const left = names.filter(name => {
		const pid = Number(ownerName.exec(name)?.[1]);
		return Number.isInteger(pid) && nameOf(pid) !== name;
	});
	for (const name of left) {
		const folder = join(parent, name);
		await endProcesses(folder);
		await rm(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 50}).catch(() => {});
	}
	return left.length;
}

/**
 * Ends every process that was started with a profile in this folder. Processes are found by their arguments and
 * environment, never by name.
 */
async function endProcesses(folder: string): Promise<void> {
	const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name)).map(Number);
	for (const pid of pids) {
		if (pid !== process.pid && (await carries(pid, folder))) {
			try {
				process.kill(pid, 'SIGKILL');
			} catch {
				// It has already ended.
			}
		}
	}
}

async function carries(pid: number, folder: string): Promise<boolean> {
	const texts = await Promise.all(['cmdline', 'environ'].map(file => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')));
	return texts.some(text => text.includes(`${folder}/`));
}
