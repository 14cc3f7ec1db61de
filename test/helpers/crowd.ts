import {randomUUID} from 'node:crypto';
import type {ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import type {WorkerWorld} from './worker-deps.ts';
import {buildItem, type ItemFields} from './world/movie.ts';

/** A connection of its own, for what the stores do not do. */
export async function openBeside(t: ExecutionContext, {mongodbUri}: Pick<WorkerWorld, 'mongodbUri'>) {
	const connection = await mongoose.createConnection(mongodbUri).asPromise();
	t.teardown(() => connection.close());
	return connection.db!; // it is open
}

/** Stores many queue items in one step. Their download ids are their numbers, with 40 digits. */
export async function addCrowd(
	db: Awaited<ReturnType<typeof openBeside>>,
	{deps}: Pick<WorkerWorld, 'deps'>,
	{length, ...overrides}: ItemFields & {length: number},
): Promise<void> {
	const {id} = await deps.downloads.add(buildItem({added: new Date(0), ...overrides}));
	const downloads = db.collection<{_id: string; number?: number; release: object; transfer: object}>('downloads');
	const {number: _, ...first} = (await downloads.findOneAndDelete({_id: id}))!; // it was just added
	const numbers = Array.from({length}, (_, n) => n);
	await downloads.insertMany(
		numbers.map(n => ({
			...first,
			_id: randomUUID(),
			release: {...first.release, guid: `${id}-${n}`, filesChecked: true},
			transfer: {...first.transfer, downloadId: crowdId(n)},
			activeKey: `${id}-${n}`,
		})),
	);
}

export const crowdId = (n: number) => String(n).padStart(40, '0');
