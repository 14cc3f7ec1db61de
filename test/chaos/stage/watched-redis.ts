import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedRedis} from '#scripts/embedded/programs.ts';
import {type ServerProcess, spawnServer} from '#scripts/embedded/server-process.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {openConsumer} from '#shared/redis.ts';

/** Three Redis with three Sentinels on the loopback address. */
export interface WatchedRedis {
	url: string;
	/** Kills the primary, and starts it again once the Sentinels had time to choose another one. False if there was none. */
	killPrimary(): Promise<boolean>;
	close(): Promise<void>;
}

const name = 'chaos';
const members = 3;
const quorum = 2;
const stopLimitMs = 20_000;
/** Milliseconds that a killed primary is away: the Sentinels miss it after two seconds. */
const awayMs = 10_000;
const readyLimitMs = 60_000;

export async function startWatchedRedis(folder: string, reporter: Reporter): Promise<WatchedRedis> {
	const {env} = process;
	const wanted = wantedRedis(env['REDIS_BINARY'] || null);
	const {path} = await findProgram(wanted, {prefersCached: true, cache: cacheFolder(env), env, reporter});
	/** A server writes what it learns into its file, so one that starts again reads that. */
	const prepare = (own: string, lines: readonly string[]) => {
		const place = join(folder, own);
		mkdirSync(place, {recursive: true});
		writeFileSync(join(place, 'server.conf'), [`dir ${place}`, 'bind 127.0.0.1', ...lines, ''].join('\n'));
		return place;
	};
	const start = (place: string, options: readonly string[] = []): ServerProcess =>
		spawnServer(path, [join(place, 'server.conf'), ...options], place);
	const ports: number[] = [];
	for (let index = 0; index < 2 * members; index += 1) {
		ports.push(await freePort());
	}
	const [servers, watchers] = [ports.slice(0, members), ports.slice(members)];
	const places = servers.map((port, index) =>
		prepare(`redis-${index + 1}`, [
			...[`port ${port}`, 'appendonly yes', 'save ""', 'maxmemory-policy noeviction', 'repl-diskless-sync-delay 0'],
			...(index === 0 ? [] : [`replicaof 127.0.0.1 ${servers[0]}`]),
		]),
	);
	const running = places.map(place => start(place));
	const sentinels = watchers.map((port, index) => {
		const place = prepare(`sentinel-${index + 1}`, [
			...[`port ${port}`, `sentinel monitor ${name} 127.0.0.1 ${servers[0]} ${quorum}`],
			...[`sentinel down-after-milliseconds ${name} 2000`, `sentinel failover-timeout ${name} 10000`],
		]);
		return start(place, ['--sentinel']);
	});
	const hosts = watchers.map(port => `127.0.0.1:${port}`);
	const sentinel = openConsumer(`redis://${hosts[0]}`);
	sentinel.on('error', () => undefined);
	const close = async () => {
		sentinel.disconnect();
		await Promise.all([...sentinels, ...running].map(server => server.stop(stopLimitMs)));
	};
	const replicas = async () => ((await sentinel.call('SENTINEL', 'REPLICAS', name)) as unknown[]).length;
	const end = performance.now() + readyLimitMs;
	while ((await replicas().catch(() => 0)) < members - 1) {
		if (performance.now() > end) {
			await close();
			throw new Error('The Sentinels do not find the replicas');
		}
		await pause(200);
	}
	return {
		url: `redis+sentinel://${hosts.join(',')}/${name}/0`,
		async killPrimary() {
			const [, port] = (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as string[];
			const index = servers.indexOf(Number(port));
			const [primary, place] = [running[index], places[index]];
			if (primary === undefined || place === undefined) {
				return false;
			}
			primary.kill();
			await primary.exited;
			await pause(awayMs);
			running[index] = start(place);
			return true;
		},
		close,
	};
}
