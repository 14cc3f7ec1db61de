import {setTimeout as pause} from 'node:timers/promises';
import type {RequestHandler} from 'express';
import mongoose, {type Connection} from 'mongoose';

/** Milliseconds. */
const longestWait = 10_000;
const lookMs = 100;

/**
 * A browser's EventSource gives up for good when it is refused. So streams that are asked for while this process
 * starts, because those of the last one have ended, wait until their callers can be looked up.
 */
export function createDatabaseWait(connection: Pick<Connection, 'readyState'>): RequestHandler {
	let wasThere = false;
	return async (_request, response, next) => {
		const until = performance.now() + longestWait;
		while (!(wasThere || response.destroyed) && performance.now() < until) {
			wasThere = connection.readyState === mongoose.ConnectionStates.connected;
			await (wasThere ? undefined : pause(lookMs));
		}
		next();
	};
}
