import {createContext} from 'preact';
import {useContext} from 'preact/hooks';
import {createClient} from '../client/client.js';
import {isAbort, toMessage} from '../client/problem.js';
import {createStreams} from '../client/streams.js';
import {createStore} from './store.js';

/** @typedef {import('../client/types.js').User} User */
/** @typedef {{id: number, text: string, isError: boolean}} Notice */
/** @typedef {ReturnType<typeof createAppState>} AppState */

/** Milliseconds between questions whether the service is back. */
const askAgainMs = 2_000;
const noticeMs = 6_000;

/** Everything that outlives a view. Made once, and passed down by the context. */
export function createAppState() {
	/** Undefined until the first answer, null if nobody is logged in. */
	const user = createStore(/** @type {User | null | undefined} */ (undefined));
	const isAway = createStore(false);
	/** Counts the returns of the service: data of before is read anew. */
	const returns = createStore(0);
	const notices = createStore(/** @type {readonly Notice[]} */ ([]));
	const client = createClient({
		onSignedOut: () => user.set(null),
		onAway: () => waitForService(isAway, returns),
	});
	let lastNotice = 0;

	/** @param {string} text @param {{isError?: boolean}} [options] */
	function notify(text, {isError = false} = {}) {
		lastNotice += 1;
		const notice = {id: lastNotice, text, isError};
		notices.set([...notices.get().slice(-2), notice]);
		setTimeout(() => dismiss(notice.id), isError ? noticeMs * 2 : noticeMs);
	}

	/** @param {number} id */
	function dismiss(id) {
		notices.set(notices.get().filter(notice => notice.id !== id));
	}

	/**
	 * Runs an action of a person; a failure becomes a notice. Returns whether it succeeded.
	 * @param {() => Promise<{message?: string} | null | void>} action @param {string} [message]
	 */
	async function attempt(action, message) {
		try {
			const done = (await action())?.message ?? message;
			if (done) {
				notify(done);
			}
			return true;
		} catch (error) {
			if (!isAbort(error)) {
				notify(toMessage(error), {isError: true});
			}
			return false;
		}
	}

	/** The client notices if the session has ended. */
	const onRefused = () => void client.get('api/auth/session').catch(() => {});
	return {user, isAway, returns, notices, client, streams: createStreams({onRefused}), notify, dismiss, attempt};
}

/**
 * @param {import('./store.js').Store<boolean>} isAway
 * @param {import('./store.js').Store<number>} returns
 */
function waitForService(isAway, returns) {
	if (isAway.get()) {
		return;
	}
	isAway.set(true);
	const ask = async () => {
		const isBack = await fetch('api/ready', {signal: AbortSignal.timeout(askAgainMs * 2)}).then(
			({ok}) => ok,
			() => false,
		);
		if (!isBack) {
			setTimeout(ask, askAgainMs);
			return;
		}
		isAway.set(false);
		returns.set(returns.get() + 1);
	};
	setTimeout(ask, askAgainMs);
}

export const AppContext = createContext(/** @type {AppState | null} */ (null));

export function useApp() {
	const app = useContext(AppContext);
	if (!app) {
		throw new Error('useApp belongs into a component below AppContext.');
	}
	return app;
}
