import {registerCompletionHandler} from 'ava';

/**
 * Milliseconds that whatever tests have opened may take to close, on a busy machine too. What is left then fails no
 * test.
 */
const closingLimitMs = 30_000;

interface Handle {
	constructor?: {name: string};
	spawnargs?: string[];
	remotePort?: number;
}

function describe(handle: Handle): string {
	return [handle.constructor?.name, handle.spawnargs?.slice(0, 2).join(' '), handle.remotePort].filter(Boolean).join(' ');
}

/** Names what still keeps the thread of a test file from ending, and ends it. */
registerCompletionHandler(() => {
	setTimeout(() => {
		const {_getActiveHandles: handles} = process as unknown as {_getActiveHandles(): Handle[]}; // the public list has no addresses
		console.error(`Something was left open: ${[...process.getActiveResourcesInfo(), ...handles().map(describe)].join(', ')}`);
		process.exit();
	}, closingLimitMs).unref();
});
