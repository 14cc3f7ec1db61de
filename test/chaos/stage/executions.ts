import {MongoClient} from 'mongodb';

/** An execution of a task, with times of this process's own steady clock in milliseconds. */
export interface SeenExecution {
	id: string;
	taskId: string;
	status: string;
	dispatches: number;
	seenAt: number;
	endedAt: number | null;
}

export interface ExecutionWatch {
	seen(): SeenExecution[];
	stop(): Promise<void>;
}

interface Row {
	_id: string;
	taskId: string;
	status: string;
	dispatches: number;
}

const pollMs = 500;
const kept = 2000;
const ended = ['completed', 'failed', 'cancelled'];

/** Notes when each execution first appears in the database, and when it ends. */
export async function watchExecutions(mongodbUri: string): Promise<ExecutionWatch> {
	const client = new MongoClient(mongodbUri, {serverSelectionTimeoutMS: 10_000});
	await client.connect();
	const rows = client.db().collection<Row>('taskExecutions');
	const seen = new Map<string, SeenExecution>();
	const check = async () => {
		const projection = {taskId: 1, status: 1, dispatches: 1};
		for (const {_id, taskId, status, dispatches} of await rows.find({}, {projection, sort: {$natural: -1}, limit: kept}).toArray()) {
			const known = seen.get(_id) ?? {id: _id, taskId, status, dispatches, seenAt: performance.now(), endedAt: null};
			const endedAt = known.endedAt ?? (ended.includes(status) ? performance.now() : null);
			seen.set(_id, {...known, status, dispatches, endedAt});
		}
	};
	let looking = Promise.resolve();
	const timer = setInterval(() => {
		looking = looking.then(check).catch(() => undefined);
	}, pollMs);
	return {
		seen: () => [...seen.values()].sort((a, b) => a.seenAt - b.seenAt),
		async stop() {
			clearInterval(timer);
			await looking;
			await check();
			await client.close();
		},
	};
}
