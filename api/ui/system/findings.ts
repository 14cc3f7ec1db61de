/**
 * What a check of the service says besides its status. Anybody may read it, so it names root folders by their ids;
 * `paths` are those of the ids.
 */
export function findingsOf(check: Record<string, any>, paths: Readonly<Record<string, string>>): string[] {
	const {
		message,
		unreachable = [],
		silent = [],
		rightsRefused = [],
		missing = [],
		refused = [],
		stuck = [],
		clients = [],
		enabledCount,
		failingCount = 0,
		totalCount,
	} = check;
	const off = clients.filter(({status}: {status: string}) => status !== 'ok');
	return [
		...(message ? [message] : []),
		...unreachable.map((id: string) => `${paths[id] ?? `The root folder ${id}`} cannot be reached.`),
		...silent.map((id: string) => `The disk of ${paths[id] ?? `the root folder ${id}`} has not answered for a while.`),
		...rightsRefused.map((id: string) => `The mode or group of new files cannot be set in ${paths[id] ?? `the root folder ${id}`}.`),
		...missing.map((pool: string) => `No worker of the pool ${pool} runs.`),
		...stuck.map((pool: string) => `The pool ${pool} is stuck: its jobs are not moving.`),
		...refused.map((each: {service: string; message: string}) => `${each.service}: ${each.message}`),
		...off.map(({name, status}: {name: string; status: string}) => `${name}: ${status}.`),
		...(totalCount === undefined
			? []
			: [totalCount === 0 ? 'No indexer has been added yet.' : `${enabledCount} of ${totalCount} enabled.`]),
		...(failingCount > 0 ? [`${failingCount} of ${enabledCount} fail or are paused after failures.`] : []),
	];
}
