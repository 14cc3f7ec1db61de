import {randomUUID} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {cached, createCache} from '#shared/coordination/cache.ts';
import type {Log} from '#shared/log/log.ts';
import type {SharedPageStore} from '#shared/store/system/shared-pages.ts';
import {type Bundle, readPageSource} from './bundle.ts';

export interface PageFiles {
	/** The files of this version of the page. */
	current(): Promise<{version: string; files: Bundle}>;
	/** Those of this version, or of another that is kept: pages that are open since before an update ask for them. */
	of(version: string): Promise<Bundle | null>;
}

interface PageFilesOptions {
	dataDir: string;
	log: Log;
	/** For APIs on other machines, which have other data folders; none in tests of this alone. */
	shared?: Pick<SharedPageStore, 'find' | 'keep'>;
}

/** Where `npm run page` leaves the page: an image has it there, and so have the tests. */
const delivered = fileURLToPath(new URL('../../dist/page', import.meta.url));

/** This version and the one before. */
const maxKept = 2;
const isVersion = (name: string) => /^[\da-f]{12}$/.test(name);
/** What was not finished by then was left by a process that ended. */
const unfinishedMs = 3_600_000;

/** The page, built at its first use and kept by its content, so that later starts find it. */
export function createPageFiles({dataDir, log, shared}: PageFilesOptions): PageFiles {
	const kept = join(dataDir, 'page');
	const others = createCache<Promise<Bundle | null>>({max: maxKept});

	const current = cached(async () => {
		const {version, build} = await readPageSource();
		const files = (await readBundle(join(delivered, version))) ?? (await readBundle(join(kept, version))) ?? (await build());
		await keepBundle(kept, version, files).catch(error => {
			// The page is there all the same; each start builds it again.
			log.warn({err: error, folder: kept}, 'The page cannot be kept in the data folder');
		});
		void shared?.keep(version, files, new Date()).catch(error => log.debug({err: error}, 'Other machines do not get the page'));
		return {version, files};
	});

	return {
		current,
		async of(wanted) {
			const {version, files} = await current();
			if (wanted === version || !isVersion(wanted)) {
				return wanted === version ? files : null;
			}
			const other = await others.get(
				wanted,
				async () => (await readBundle(join(kept, wanted))) ?? (await shared?.find(wanted).catch(() => null)) ?? null,
			);
			if (!other) {
				others.delete(wanted); // another process may still bring it
			}
			return other;
		},
	};
}

/** Builds the page into `dist/page`, unless it is there. Returns its folder. */
export async function deliverPage(): Promise<string> {
	const {version, build} = await readPageSource();
	const folder = join(delivered, version);
	if (!(await readBundle(folder))) {
		await keepBundle(delivered, version, await build());
	}
	return folder;
}

/** Keeps the files below `place`, and drops all but the version before. */
async function keepBundle(place: string, version: string, files: Bundle): Promise<void> {
	await writeBundle(join(place, version), files);
	const names = (await readdir(place)).filter(name => name !== version);
	const dated = await Promise.all(names.map(async name => ({name, at: await writtenAt(join(place, name))})));
	const [finished = [], unfinished = []] = [true, false].map(wanted => dated.filter(({name}) => isVersion(name) === wanted));
	const old = finished.toSorted((a, b) => b.at - a.at).slice(maxKept - 1);
	const left = unfinished.filter(({at}) => at < Date.now() - unfinishedMs);
	await Promise.all([...old, ...left].map(({name}) => rm(join(place, name), {recursive: true, force: true})));
}

/** Milliseconds; 0 if another process has just dropped it. */
const writtenAt = (path: string) =>
	stat(path).then(
		({mtimeMs}) => mtimeMs,
		() => 0,
	);

/** Null if it is not there, or cannot be read. */
async function readBundle(folder: string): Promise<Bundle | null> {
	try {
		const names = await readdir(folder);
		return new Map(await Promise.all(names.map(async name => [name.replace(/\.gz$/, ''), await readFile(join(folder, name))] as const)));
	} catch {
		return null;
	}
}

/** Writes the files under another name first, because other processes may read, or write the same. */
async function writeBundle(folder: string, files: Bundle): Promise<void> {
	if (await readBundle(folder)) {
		return;
	}
	const partial = `${folder}.${randomUUID()}`;
	try {
		await mkdir(partial, {recursive: true});
		await Promise.all([...files].map(([name, bytes]) => writeFile(join(partial, `${name}.gz`), bytes, {flush: true})));
		await rename(partial, folder);
	} catch (error) {
		await rm(partial, {recursive: true, force: true});
		if (!(await readBundle(folder))) {
			throw error;
		}
	}
}
