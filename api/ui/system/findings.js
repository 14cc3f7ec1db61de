/** What a check of the service says besides its status. @param {Record<string, any>} check @returns {string[]} */
export function findingsOf({message, unreachable = [], missing = [], refused = [], stuck = [], clients = [], enabledCount, totalCount}) {
	const off = clients.filter((/** @type {{status: string}} */ {status}) => status !== 'ok');
	return [
		...(message ? [message] : []),
		...unreachable.map((/** @type {string} */ path) => `${path} cannot be reached.`),
		...missing.map((/** @type {string} */ pool) => `No worker of the pool ${pool} runs.`),
		...stuck.map((/** @type {string} */ pool) => `The pool ${pool} does not get on.`),
		...refused.map((/** @type {{service: string, message: string}} */ each) => `${each.service}: ${each.message}`),
		...off.map((/** @type {{name: string, status: string}} */ {name, status}) => `${name}: ${status}.`),
		...(totalCount === undefined
			? []
			: [totalCount === 0 ? 'No indexer has been added yet.' : `${enabledCount} of ${totalCount} enabled.`]),
	];
}
