import type {HealthData} from '#shared/domain/notifications/message.ts';
import {readHeartbeats} from '#shared/heartbeat.ts';
import {pools} from '#shared/jobs/queues.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

export interface Watched {
	key: string;
	/** Null when it is unknown, or says nothing, as a limit of an indexer does. */
	status: HealthData['status'] | null;
	subject: HealthData['subject'];
	message: string;
}

interface WithHealth {
	id: string;
	name: string;
	enabled: boolean;
	status: string;
}

type Deps = Pick<WorkerDeps, 'indexers' | 'downloadClients' | 'subtitleProviders' | 'importLists' | 'producer' | 'prefix'>;

/** The health of everything that is in use. What an administrator disabled is left out. */
export async function readHealthNow(deps: Deps): Promise<Watched[]> {
	const {indexers, downloadClients, subtitleProviders, importLists, producer, prefix} = deps;
	const alive = new Set((await readHeartbeats(producer, prefix)).map(({service}) => service));
	return [
		...recordsOf('indexer', await indexers.list()),
		...recordsOf('downloadClient', await downloadClients.list()),
		...recordsOf('subtitleProvider', await subtitleProviders.list()),
		...(await importLists.list()).flatMap(list => recordsOf('importList', [unlessUnauthorized(list)]).map(each => signInNamed(list, each))),
		...pools.map(pool => ({
			key: `pool:${pool}`,
			status: alive.has(`worker:${pool}`) ? ('ok' as const) : ('error' as const),
			subject: {kind: 'pool' as const, id: null, name: pool},
			message: alive.has(`worker:${pool}`) ? `The worker pool ${pool} runs again.` : `No process runs the worker pool ${pool}.`,
		})),
	];
}

const words = {
	indexer: 'indexer',
	downloadClient: 'download client',
	subtitleProvider: 'subtitle provider',
	importList: 'import list',
} as const;

/** Nothing is read from it until somebody signs in. */
const unlessUnauthorized = <List extends {status: string}>(list: List) => (list.status === 'authorize' ? {...list, status: 'error'} : list);

const signInNamed = ({name, status}: {name: string; status: string}, watched: Watched): Watched =>
	status === 'authorize'
		? {...watched, message: `Sign in to the import list ${name} again, or correct its key: nothing is read from it.`}
		: watched;

/** `lastError` stays with us: it may name addresses. */
function recordsOf(kind: keyof typeof words, records: readonly WithHealth[]): Watched[] {
	return records
		.filter(({enabled}) => enabled)
		.map(({id, name, status}) => ({
			key: `${kind}:${id}`,
			status: status === 'ok' || status === 'error' ? status : null,
			subject: {kind, id, name},
			message:
				status === 'error'
					? `The ${words[kind]} ${name} does not work; lastError of its record says why.`
					: `The ${words[kind]} ${name} works again.`,
		}));
}
