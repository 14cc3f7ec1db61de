import {hash} from 'node:crypto';
import type {RouteDeps} from '#api/services.ts';
import {readHeartbeats} from '#shared/heartbeat.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {withProgress} from './command-progress.ts';
import {presentCommand} from './commands.ts';
import {type HubMessage, message} from './hub.ts';

/** What the receivers of a face were told last. */
interface Told {
	tags: string;
	health: string;
	/** By their numbers. */
	commands: ReadonlyMap<number, string>;
}

/**
 * What has become of commands, and whether tags or the health are others than at the last call. It is asked for with
 * each beat while somebody listens, because no event tells it.
 */
export function createHubNews(deps: RouteDeps): (face: Face) => Promise<HubMessage[]> {
	const last = new Map<Face, Told>();
	return async face => {
		const before = last.get(face);
		const commands = await withProgress(await deps.appCommands.list(face), deps);
		const [tags, health] = await Promise.all([deps.tags.list(), readHealth(deps)]);
		const told = {
			tags: digest(tags),
			health: digest(health),
			commands: new Map(commands.map(({number, status}) => [number, status])),
		};
		last.set(face, told);
		if (!before) {
			return [];
		}
		const changed = commands.filter(({number, status}) => before.commands.get(number) !== status).reverse();
		return [
			...changed.map(command => message('command', before.commands.has(command.number) ? 'updated' : 'created', presentCommand(command))),
			...(told.tags === before.tags ? [] : [message('tag', 'sync')]),
			...(told.health === before.health ? [] : [message('health', 'sync')]),
		];
	};
}

const digest = (value: unknown) => hash('sha1', JSON.stringify(value), 'base64');

/** What was learned of indexers and clients by using them, which folders are reached, and which workers are there. */
async function readHealth(deps: RouteDeps): Promise<unknown> {
	const {downloadClients, indexers, rootFolders, disks, producer, prefix} = deps;
	const all = [...(await downloadClients.list()), ...(await indexers.list())];
	const folders = await rootFolders.list();
	const [states, beats] = await Promise.all([
		Promise.all(folders.map(({path}) => disks.states.known(path))),
		readHeartbeats(producer, prefix),
	]);
	return [
		all.map(({id, enabled, status, lastError}) => [id, enabled, status, lastError]),
		folders.map(({id}, index) => [id, states[index]?.accessible ?? null]),
		[...new Set(beats.map(({service}) => service))].sort(),
	];
}
