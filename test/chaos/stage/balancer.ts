import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {freePort} from '#scripts/embedded/free-port.ts';

const delivered = fileURLToPath(new URL('../../../scripts/haproxy/haproxy.cfg', import.meta.url));

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v'], {timeout: 10_000}).status === 0;

/** HAProxy as we deliver it, before APIs on the loopback address instead of those that Docker names. */
export async function openBalancer(folder: string, ports: readonly number[]): Promise<{url: string; close(): Promise<void>}> {
	const port = await freePort();
	const text = readFileSync(delivered, 'utf8')
		.replace(/^resolvers docker\n(?: {4}.*\n)+/m, '')
		.replace('bind :5656', `bind 127.0.0.1:${port}`)
		.replace(/^ {4}server-template .*$/m, ports.map((each, index) => `    server api${index + 1} 127.0.0.1:${each}`).join('\n'));
	const file = join(folder, 'haproxy.cfg');
	writeFileSync(file, text);
	const child = spawn('haproxy', ['-db', '-f', file], {env: {...process.env, PROXIES: '192.0.2.1'}, stdio: 'ignore'});
	const exited = once(child, 'exit');
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			child.kill('SIGKILL');
			await exited;
		},
	};
}
