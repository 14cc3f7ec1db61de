import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {tempFolder} from '../temp-folder.ts';
import {startProgram} from './program.ts';

export const sabnzbdBinary = 'sabnzbdplus';
export const sabnzbdKey = 'a'.repeat(32);

/** A real SABnzbd on the loopback address with one category and no news server; returns its address. */
export async function startSabnzbd(t: ExecutionContext, category: string): Promise<string> {
	const folder = tempFolder(t);
	const port = await freePort();
	const folders = Object.fromEntries(['admin', 'logs', 'incomplete', 'complete'].map(name => [name, join(folder, name)]));
	for (const path of Object.values(folders)) {
		mkdirSync(path);
	}
	const misc = {
		host: '127.0.0.1',
		port,
		api_key: sabnzbdKey,
		nzb_key: 'b'.repeat(32),
		admin_dir: folders['admin'],
		log_dir: folders['logs'],
		download_dir: folders['incomplete'],
		complete_dir: folders['complete'],
		check_new_rel: 0,
		auto_browser: 0,
		enable_broadcast: 0,
	};
	const lines = Object.entries(misc).map(([name, value]) => `${name} = ${value}`);
	const ini = join(folder, 'sabnzbd.ini');
	writeFileSync(
		ini,
		['[misc]', ...lines, '[categories]', ...[`*`, category].flatMap(name => [`[[${name}]]`, `name = ${name}`]), ''].join('\n'),
	);
	const url = `http://127.0.0.1:${port}`;
	await startProgram(t, [sabnzbdBinary, '--config-file', ini, '--server', `127.0.0.1:${port}`, '--browser', '0'], url);
	return url;
}
