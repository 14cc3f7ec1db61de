import type {Redis} from 'ioredis';

/** What a worker of the `captcha` pool reports about its browser. */
export interface SolverReport {
	/** Host and process id. */
	instance: string;
	browserPath: string | null;
	/** The browser's own user agent; null before its first start. */
	userAgent: string | null;
	/** Why there is no browser and how to fix it; null when there is one. */
	fault: string | null;
}

/** Milliseconds for which a report is valid. */
const freshMs = 15_000;
const keyOf = (prefix: string) => `${prefix}:solver-reports`;

/** Uses the clock of Redis, so the clocks of the workers need not agree. */
const writeScript = `
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], time[1] * 1000 .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])`;
const readScript = `
local now = redis.call('TIME')[1] * 1000
local fresh = {}
local rows = redis.call('HGETALL', KEYS[1])
for place = 1, #rows, 2 do
	local at, text = string.match(rows[place + 1], '^(%d+) (.*)$')
	if now - tonumber(at) <= tonumber(ARGV[1]) then table.insert(fresh, text) else redis.call('HDEL', KEYS[1], rows[place]) end
end
return fresh`;

/** Each worker repeats its report every few seconds. */
export async function writeSolverReport(redis: Redis, prefix: string, report: SolverReport): Promise<void> {
	await redis.eval(writeScript, 1, keyOf(prefix), report.instance, JSON.stringify(report), freshMs);
}

export async function removeSolverReport(redis: Redis, prefix: string, instance: string): Promise<void> {
	await redis.hdel(keyOf(prefix), instance);
}

/** The fresh reports of all workers. */
export async function readSolverReports(redis: Redis, prefix: string): Promise<SolverReport[]> {
	// The script returns a list of strings.
	const texts = (await redis.eval(readScript, 1, keyOf(prefix), freshMs)) as string[];
	return texts.map(text => JSON.parse(text) as SolverReport);
}
