/** `--pools search,import` on the command line says the same as WORKER_POOLS, and takes precedence. */
export function withPools(env: NodeJS.ProcessEnv, args: readonly string[]): NodeJS.ProcessEnv {
	const at = args.findIndex(arg => arg === '--pools' || arg.startsWith('--pools='));
	if (at === -1) {
		return env;
	}
	const [, inline] = /^--pools=(.*)$/.exec(args[at] ?? '') ?? [];
	return {...env, WORKER_POOLS: inline ?? args[at + 1] ?? ''};
}
