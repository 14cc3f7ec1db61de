import type {Redis} from 'ioredis';

/** What a script asks the time with, and the same from the last two arguments of the call. */
const asked = "redis.call('TIME')";
const given = '({ARGV[#ARGV - 1], ARGV[#ARGV]})';

/**
 * Redis with the simulated time: for `TIME`, and for scripts that ask for it. What expires there keeps the real time,
 * which is shorter than any stretch of simulated time.
 */
export function withSimulatedTime(redis: Redis, at: () => number): Redis {
	const parts = () => [String(Math.floor(at() / 1000)), String((at() % 1000) * 1000)] as const;
	const scripts = new Map<string, string>();
	const overrides: Record<string, unknown> = {
		time: async () => parts().map(Number),
		eval(script: string, keys: number, ...args: (string | number)[]) {
			const known = scripts.get(script) ?? script.replaceAll(asked, given);
			scripts.set(script, known);
			return known === script ? redis.eval(script, keys, ...args) : redis.eval(known, keys, ...args, ...parts());
		},
	};
	return new Proxy(redis, {
		get(target, name) {
			const value = overrides[String(name)] ?? Reflect.get(target, name);
			return typeof value === 'function' && !(String(name) in overrides) ? value.bind(target) : value;
		},
	});
}
