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
		...recordsOf('importList', await importLists.list()),
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

/** A list that has to be signed in to cannot be read. */
const fails = (status: string) => status === 'error' || status === 'authorize';

/** `lastError` stays with us: it may name addresses. */
function recordsOf(kind: keyof typeof words, records: readonly WithHealth[]): Watched[] {
	return records
		.filter(({enabled}) => enabled)
		.map(({id, name, status}) => ({
			key: `${kind}:${id}`,
			status: fails(status) ? ('error' as const) : status === 'ok' ? ('ok' as const) : null,
			subject: {kind, id, name},
			message: toMessage(status, `${words[kind]} ${name}`),
		}));
}

function toMessage(status: string, named: string): string {
	if (status === 'authorize') {
		return `Sign in to the ${named} again, or correct its key: nothing is read from it.`;
	}
	return fails(status) ? `The ${named} does not work; lastError of its record says why.` : `The ${named} works again.`;
}
