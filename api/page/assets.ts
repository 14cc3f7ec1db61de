import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {extname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';

export interface Asset {
	type: string;
	bytes: Buffer;
	/** The same, compressed. */
	gzipped: Buffer;
}

export interface Assets {
	/** Changes with the contents, and is part of every address, so browsers may keep the files for ever. */
	version: string;
	/** By their paths below the version. */
	files: ReadonlyMap<string, Asset>;
}

const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.webmanifest': 'application/manifest+json',
};

/** What the modules import by a bare name, and the file of the package behind it. */
export const packages: Readonly<Record<string, string>> = {
	preact: 'vendor/preact.mjs',
	'preact/hooks': 'vendor/preact-hooks.mjs',
	htm: 'vendor/htm.mjs',
};

/** All style sheets, in the order of their names: a request for each would take seconds on a slow phone. */
export const styles = 'styles.css';

const browserModule: Readonly<Record<string, string>> = {
	preact: import.meta.resolve('preact'),
	'preact/hooks': import.meta.resolve('preact/hooks'),
	htm: new URL('htm.mjs', import.meta.resolve('htm')).href,
};

const compress = promisify(gzip);
const folder = fileURLToPath(new URL('../ui', import.meta.url));

/** Reads the whole page into memory: it has a few hundred kilobytes. */
export async function readAssets(): Promise<Assets> {
	const own = (await readdir(folder, {recursive: true, withFileTypes: true}))
		.filter(entry => entry.isFile() && types[extname(entry.name)])
		.map(entry => join(entry.parentPath, entry.name))
		.map(path => ({name: relative(folder, path).replaceAll('\\', '/'), path}));
	const foreign = Object.entries(packages).map(([name, file]) => ({name: file, path: fileURLToPath(browserModule[name] ?? '')}));
	const files = new Map<string, Asset>();
	const hash = createHash('sha256');
	const sheets: Buffer[] = [];
	const add = async (name: string, bytes: Buffer) => {
		hash.update(`${name}\0${bytes.length}\0`).update(bytes);
		files.set(name, {type: types[extname(name)] ?? '', bytes, gzipped: await compress(bytes)});
	};
	for (const {name, path} of [...own, ...foreign].sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const bytes = await readFile(path);
		await (extname(name) === '.css' ? sheets.push(bytes) : add(name, bytes));
	}
	await add(styles, Buffer.concat(sheets));
	return {version: hash.digest('hex').slice(0, 12), files};
}
