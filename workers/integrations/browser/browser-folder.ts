import {lstat, mkdir, readdir, readFile, rm, rmdir} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import {identityOf} from '#shared/process-identity.ts';

/**
 * Browsers of a worker have their profiles in a folder that names the worker: what is found without
 * its worker is left over.
 */
const parent = join(tmpdir(), `kinoteka-browsers-${process.getuid?.() ?? 0}`);
const ownerName = /^(\d+)-([\w-]+)$/;

const nameOf = (pid: number) => `${pid}-${(identityOf(pid) ?? 'gone').replace(/\W/g, '-')}`;

/**
 * The folder of this process, made when it is not there. Throws Unavailable `browser_failed` when
 * somebody else owns its parent.
 */
export async function ownBrowserFolder(): Promise<string> {
	await mkdir(parent, {mode: 0o700}).catch(() => {});
	const stat = await lstat(parent).catch(() => null);
	if (!stat?.isDirectory() || stat.uid !== (process.getuid?.() ?? stat.uid)) {
		throw new Unavailable('browser_failed', `The folder ${parent} belongs to somebody else. Remove it, or set TMPDIR to another folder.`);
	}
	const own = join(parent, nameOf(process.pid));
	await mkdir(own, {mode: 0o700, recursive: true});
	return own;
}

/** When browsers of this process have ended; the folder stays while another one has its profile there. */
export async function removeOwnBrowserFolder(): Promise<void> {
	await rmdir(join(parent, nameOf(process.pid))).catch(() => {});
}

/**
 * Ends the browsers of workers that are gone and removes their profiles; answers how many
 * workers were cleaned up after.
 */
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
 * Every process that was started with a profile in this folder, told by its arguments and
 * environment, never by its name.
 */
async function endProcesses(folder: string): Promise<void> {
	const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name)).map(Number);
	for (const pid of pids) {
		if (pid !== process.pid && (await carries(pid, folder))) {
			try {
				process.kill(pid, 'SIGKILL');
			} catch {
				// It has ended meanwhile.
			}
		}
	}
}

async function carries(pid: number, folder: string): Promise<boolean> {
	const texts = await Promise.all(['cmdline', 'environ'].map(file => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')));
	return texts.some(text => text.includes(`${folder}/`));
}
