import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import {compileCache} from '#scripts/embedded/program-cache.ts';

/** A program of ours as a person starts it: without a parent that listens. `script` is a path from the root. */
export function runEntry(t: ExecutionContext, [script = '', ...args]: readonly string[], env: Record<string, string>) {
	const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
	const child = spawn(process.execPath, [path, ...args], {
		env: {PATH: process.env['PATH'] ?? '', ...compileCache(process.env), ...env},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	const heard = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', chunk => {
			text += String(chunk);
			for (const act of heard) {
				act();
			}
		});
	}
	const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
	t.teardown(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	/** Resolves when the output has these words. */
	const says = (words: RegExp) =>
		new Promise<void>((resolve, reject) => {
			const check = () => {
				if (words.test(text)) {
					heard.delete(check);
					resolve();
				}
			};
			heard.add(check);
			void ended.then(() => reject(new Error(`ended without ${words}: ${text}`)));
			check();
		});
	return {child, ended, says, output: () => text};
}
