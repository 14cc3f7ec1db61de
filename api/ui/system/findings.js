/**
 * What a check of the service says besides its status. Anybody may read it, so it names root folders by their ids;
 * `paths` are those of the ids.
 * @param {Record<string, any>} check @param {Readonly<Record<string, string>>} paths @returns {string[]}
 */
export function findingsOf(check, paths) {
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
	const off = clients.filter((/** @type {{status: string}} */ {status}) => status !== 'ok');
	return [
		...(message ? [message] : []),
		...unreachable.map((/** @type {string} */ id) => `${paths[id] ?? `The root folder ${id}`} cannot be reached.`),
		...silent.map((/** @type {string} */ id) => `The disk of ${paths[id] ?? `the root folder ${id}`} has not answered for a while.`),
		...rightsRefused.map(
			(/** @type {string} */ id) => `The mode or group of new files cannot be set in ${paths[id] ?? `the root folder ${id}`}.`,
		),
		...missing.map((/** @type {string} */ pool) => `No worker of the pool ${pool} runs.`),
		...stuck.map((/** @type {string} */ pool) => `The pool ${pool} is stuck: its jobs are not moving.`),
		...refused.map((/** @type {{service: string, message: string}} */ each) => `${each.service}: ${each.message}`),
		...off.map((/** @type {{name: string, status: string}} */ {name, status}) => `${name}: ${status}.`),
		...(totalCount === undefined
			? []
			: [totalCount === 0 ? 'No indexer has been added yet.' : `${enabledCount} of ${totalCount} enabled.`]),
		...(failingCount > 0 ? [`${failingCount} of ${enabledCount} fail or are paused after failures.`] : []),
	];
}
