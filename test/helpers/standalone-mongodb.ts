import {mkdtempSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb} from '#scripts/embedded/programs.ts';
import {spawnServer} from '#scripts/embedded/server-process.ts';
import {listeningReporter} from './reporter.ts';

/** A MongoDB that is no replica set, as many guides install it. Returns its address. */
export async function standaloneMongodb(t: ExecutionContext): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'kino-alone-'));
	const {env} = process;
	const {path} = await findProgram(wantedMongodb(env['MONGOD_BINARY'] ?? null), {
		prefersCached: true,
		cache: cacheFolder(env),
		env,
		reporter: listeningReporter(),
	});
	const port = await freePort();
	const places = ['--dbpath', folder, '--logpath', join(folder, 'mongod.log'), '--nounixsocket', '--bind_ip', '127.0.0.1'];
	const server = spawnServer(path, [...places, '--port', String(port), '--wiredTigerCacheSizeGB', '0.25'], folder);
	t.teardown(async () => {
		await server.stop(10_000);
		await rm(folder, {recursive: true, force: true});
	});
	return `mongodb://127.0.0.1:${port}/kinoteka`;
}
