import {createContext} from 'preact';
import {useContext} from 'preact/hooks';
import {createClient} from '../client/client.js';
import {isAbort, toMessage} from '../client/problem.js';
import {createStreams} from '../client/streams.js';
import {createKeptAnswers, createKeptLists} from './kept-lists.js';
import {createKeptSearches} from './kept-searches.js';
import {createNotices} from './notices.js';
import {createStore} from './store.js';

/** @typedef {import('../client/types.js').User} User */
/** @typedef {ReturnType<typeof createAppState>} AppState */

/** Milliseconds between questions whether the service is back. */
const askAgainMs = 2_000;

/** Everything that outlives a view. Made once, and passed down by the context. */
export function createAppState() {
	/** Undefined until the first answer, null if nobody is logged in. */
	const user = createStore(/** @type {User | null | undefined} */ (undefined));
	/** The session has ended while somebody was at work. What is on screen stays, covered, until they are back. */
	const isExpired = createStore(false);
	const isAway = createStore(false);
	/** Counts how often the service has come back: older data is read again. */
	const returns = createStore(0);
	const {notices, notify, dismiss} = createNotices();
	const keptSearches = createKeptSearches();
	const keptLists = createKeptLists();
	const keptAnswers = createKeptAnswers();
	const forget = () => {
		keptLists.clear();
		keptAnswers.clear();
	};
	const client = createClient({
		onSignedOut: () => (user.get() ? isExpired.set(true) : user.set(null)),
		onAway: () => waitForService(isAway, returns),
	});

	/** Somebody is logged in, perhaps again. @param {User} next */
	function enter(next) {
		if (standingOf(next) !== standingOf(user.get())) {
			forget();
			user.set(next);
		}
		if (isExpired.get()) {
			isExpired.set(false);
			returns.set(returns.get() + 1);
		}
	}

	/** Whether whoever is logged in may do this. The service refuses the rest. @param {import('../client/types.js').Right} right */
	const may = right => user.get()?.rights[right] ?? false;

	function leave() {
		keptSearches.clear();
		forget();
		user.set(null);
		isExpired.set(false);
	}

	/**
	 * Runs an action of a person; a failure becomes a notice. Returns whether it succeeded. `next`: what the notice
	 * offers.
	 * @param {() => Promise<{message?: string} | null | void>} action @param {string} [message]
	 * @param {import('./notices.js').NoticeAction} [next]
	 */
	async function attempt(action, message, next) {
		try {
			const done = (await action())?.message ?? message;
			forget();
			if (done) {
				notify(done, next && {action: next});
			}
			return true;
		} catch (error) {
			if (!isAbort(error) && !isExpired.get()) {
				notify(toMessage(error), {isError: true});
			}
			return false;
		}
	}

	/** The client notices if the session has ended. */
	const onRefused = () => void (isExpired.get() || client.get('api/auth/session').catch(() => {}));
	const streams = createStreams({onRefused});
	return {
		user,
		isExpired,
		isAway,
		returns,
		notices,
		client,
		streams,
		keptSearches,
		keptLists,
		keptAnswers,
		may,
		enter,
		leave,
		notify,
		dismiss,
		attempt,
	};
}

/** Who somebody is, and what he may do. @param {User | null | undefined} user */
export const standingOf = user => (user ? JSON.stringify([user.id, user.role, user.rights]) : '');

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
