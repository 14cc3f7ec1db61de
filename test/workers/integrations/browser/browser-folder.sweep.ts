import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import {browserTest} from '#test/helpers/browser.ts';
import {sweepBrowsers} from '#workers/integrations/browser/browser-folder.ts';

const fixture = fileURLToPath(new URL('../../../fixtures/hold-browser.ts', import.meta.url));

/** A process that holds a browser, and the profile of that. */
async function holdBrowser(t: ExecutionContext) {
	const child = spawn(process.execPath, [fixture], {stdio: ['ignore', 'pipe', 'inherit']});
	t.teardown(() => child.kill('SIGKILL'));
	const [line] = await once(child.stdout, 'data');
	return {child, profile: String(line).trim()};
}

function processesOf(profile: string): number[] {
	const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
	return pids.map(Number).filter(pid => {
		try {
			return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(profile);
		} catch {
			return false;
		}
	});
}

async function hasGone(profile: string): Promise<boolean> {
	const end = Date.now() + 300_000;
	while (processesOf(profile).length > 0 && Date.now() < end) {
		await pause(50);
	}
	return processesOf(profile).length === 0;
}

browserTest('of a worker that was killed nothing is left after a sweep, and a living worker is not touched', async t => {
	const [dead, living] = await Promise.all([holdBrowser(t), holdBrowser(t)]);
	t.true(processesOf(dead.profile).length > 0);
	dead.child.kill('SIGKILL');
	await once(dead.child, 'exit');
	t.true(existsSync(dead.profile));
	t.true((await sweepBrowsers()) >= 1);
	t.false(existsSync(dirname(dead.profile)));
	t.true(await hasGone(dead.profile));
	t.true(existsSync(living.profile));
	t.true(processesOf(living.profile).length > 0);
	living.child.kill('SIGKILL');
	await once(living.child, 'exit');
	await sweepBrowsers();
	t.false(existsSync(dirname(living.profile)));
	t.true(await hasGone(living.profile));
});
