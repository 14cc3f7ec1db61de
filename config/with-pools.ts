/** `--pools search,import` on the command line says the same as WORKER_POOLS, and takes precedence. */
export function withPools(env: NodeJS.ProcessEnv, args: readonly string[]): NodeJS.ProcessEnv {
	const at = args.findIndex(arg => arg === '--pools' || arg.startsWith('--pools='));
	if (at === -1) {
		return env;
	}
	const [, inline] = /^--pools=(.*)$/.exec(args[at] ?? '') ?? [];
	return {...env, WORKER_POOLS: inline ?? args[at + 1] ?? ''};
}

/** One line for each argument that says nothing; without `--pools`, a mistyped one would start all pools. */
export function unknownArguments(args: readonly string[]): string[] {
	return args
		.filter((arg, index) => !(arg === '--pools' || arg.startsWith('--pools=') || args[index - 1] === '--pools'))
		.map(arg => `"${arg}" is unknown. Name the pools with --pools search,import, or leave it out for all.`);
}
