/**
 * Loaded into a process with `--import`, to move its clock: CLOCK_FILE names a file with the milliseconds by which
 * the clock of this host, and that of the servers it asks, differ from the real one. The file may change at any time.
 * Timers keep their pace, as they do when a real clock is set.
 */
import {readFileSync} from 'node:fs';
import {isMainThread} from 'node:worker_threads';

/** Milliseconds to add to the real time. */
export interface Shift {
	host: number;
	/** MongoDB and Redis. */
	servers: number;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

const pollMs = 100;
const path = process.env['CLOCK_FILE'] ?? '';
const RealDate = Date;
let shift: Shift = {host: 0, servers: 0};

function check(): void {
	try {
		shift = JSON.parse(readFileSync(path, 'utf8')) as Shift;
	} catch {
		// It is being written.
	}
}

const hostNow = () => RealDate.now() + shift.host;

function shiftDate(): void {
	const Shifted = new Proxy(RealDate, {
		construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [hostNow()], newTarget),
		apply: () => new RealDate(hostNow()).toString(),
		get: (target, key) => (key === 'now' ? hostNow : Reflect.get(target, key)),
	});
	RealDate.prototype.constructor = Shifted;
	globalThis.Date = Shifted;
}

/** MongoDB's own clock cannot be set from here, so `$$NOW` is replaced by its time before the command is sent. */
function replaceNow(value: unknown): unknown {
	if (value === '$$NOW') {
		return new RealDate(RealDate.now() + shift.servers);
	}
	if (Array.isArray(value)) {
		return value.map(replaceNow);
	}
	const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
	return isPlain ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaceNow(part)])) : value;
}

function wrap(prototype: Record<string, Method>, name: string, around: (method: Method) => Method): void {
	const method = prototype[name];
	if (method) {
		prototype[name] = around(method);
	}
}

async function shiftServers(): Promise<void> {
	const {Collection} = await import('mongodb');
	const collection = Collection.prototype as unknown as Record<string, Method>;
	for (const name of [
		'find',
		'findOne',
		'findOneAndUpdate',
		'updateOne',
		'updateMany',
		'deleteMany',
		'countDocuments',
		'aggregate',
		'bulkWrite',
	]) {
		// The last argument has options, such as the session, which must stay the same object.
		wrap(
			collection,
			name,
			method =>
				function (this: unknown, first, second, ...rest) {
					const isUpdate = /update/i.test(name);
					return method.call(this, replaceNow(first), isUpdate ? replaceNow(second) : second, ...rest);
				},
		);
	}
	const {Redis} = await import('ioredis');
	wrap(
		Redis.prototype as unknown as Record<string, Method>,
		'time',
		method =>
			async function (this: unknown, ...args) {
				const [seconds, microseconds] = (await method.apply(this, args)) as [number | string, number | string];
				return [Math.floor(Number(seconds) + shift.servers / 1000), microseconds];
			},
	);
}

if (path !== '') {
	check();
	setInterval(check, pollMs).unref();
	shiftDate();
	if (isMainThread) {
		await shiftServers();
	}
}
