import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {basename, extname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import type {BuildOptions} from 'esbuild';
import {withinLimit} from '#shared/coordination/wait.ts';
import packageJson from '../../package.json' with {type: 'json'};

/** The files of the page as browsers get them, compressed, by their names. They lie in one folder. */
export type Bundle = ReadonlyMap<string, Buffer>;

/** What the page is made of, read but not yet built. */
export interface PageSource {
	/** Changes with everything that goes into the page; 12 hexadecimal digits. */
	version: string;
	build(): Promise<Bundle>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'api/ui');
/** The licences of everything that is delivered with the service. */
const notices = join(root, 'THIRD-PARTY-NOTICES.txt');
/** What “About” tells of this version and those before. */
const changelog = join(root, 'CHANGELOG.md');
const thisFile = fileURLToPath(import.meta.url);
const compress = promisify(gzip);
/** Packages in the page, and the one that builds it. */
const {esbuild, preact, htm} = packageJson.dependencies;

/** It takes half a second; more means that something is wrong, or a very busy machine. */
const buildLimitMs = 120_000;

/** Files that browsers get as they are. */
const asIs: ReadonlySet<string> = new Set(['.svg', '.png', '.webmanifest', '.txt', '.md']);

export async function readPageSource(): Promise<PageSource> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	const own = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
	const files = [...own, notices, changelog, thisFile].sort();
	const contents = await Promise.all(files.map(file => readFile(file)));
	const hash = createHash('sha256').update(JSON.stringify({esbuild, preact, htm}));
	for (const [index, bytes] of contents.entries()) {
		hash.update(`${relative(root, files[index] ?? '')}\0${bytes.length}\0`).update(bytes);
	}
	const isAsset = (file: string) => asIs.has(extname(file));
	const assets = files.flatMap((file, index) => (isAsset(file) ? [[nameOf(file), contents[index] ?? Buffer.of()] as const] : []));
	const sheets = own.filter(file => extname(file) === '.css').sort();
	return {
		version: hash.digest('hex').slice(0, 12),
		build: async () => {
			const built = [...assets, ...(await bundle(sheets))];
			return new Map(await Promise.all(built.map(async ([name, bytes]) => [name, await compress(bytes)] as const)));
		},
	};
}

/** All files lie beside each other, so that each finds the others from its own address. */
const nameOf = (file: string) => basename(file).toLowerCase();

/**
 * One script for all views, one for the worker and one style sheet. With a script for each view, what views have in
 * common becomes ninety more files, and all are a third larger together than the one.
 */
async function bundle(sheets: readonly string[]): Promise<(readonly [name: string, bytes: Uint8Array])[]> {
	// Takes memory, and is needed once for each version.
	const {build, stop} = await import('esbuild');
	const shared = {
		absWorkingDir: root,
		outdir: join(root, 'page'),
		bundle: true,
		write: false,
		minify: true,
		sourcemap: 'linked',
		charset: 'utf8',
		target: 'es2024',
		logLevel: 'silent',
	} satisfies BuildOptions;
	// The style sheets are joined in the order of their names.
	const stdin = {contents: sheets.map(file => `@import ${JSON.stringify(file)};`).join('\n'), loader: 'css', resolveDir: root} as const;
	try {
		const building = Promise.all([
			build({...shared, format: 'esm', entryPoints: {main: join(folder, 'main.ts'), worker: join(folder, 'worker/streams.ts')}}),
			build({...shared, stdin, entryNames: 'styles'}),
		]);
		const results = await withinLimit(building, buildLimitMs, null);
		if (!results) {
			throw new Error(`esbuild has not built the page within ${buildLimitMs / 1000} s.`);
		}
		return results.flatMap(({outputFiles}) => outputFiles.map(({path, contents}) => [basename(path), contents] as const));
	} finally {
		await stop();
	}
}
