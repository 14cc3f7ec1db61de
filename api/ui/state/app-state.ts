import {createContext} from 'preact';
import {useContext} from 'preact/hooks';
import {createClient} from '../client/client.ts';
import {isAbort, toMessage} from '../client/problem.ts';
import {createStreams} from '../client/streams.ts';
import type {Right, User} from '../client/types.ts';
import {createKeptAnswers, createKeptLists} from './kept-lists.ts';
import {createKeptSearches} from './kept-searches.ts';
import {createNotices, type NoticeAction} from './notices.ts';
import {createStore, type Store} from './store.ts';

export type AppState = ReturnType<typeof createAppState>;

/** Milliseconds between questions whether the service is back. */
const askAgainMs = 2_000;

/** Everything that outlives a view. Made once, and passed down by the context. */
export function createAppState() {
	/** Undefined until the first answer, null if nobody is logged in. */
	const user = createStore<User | null | undefined>(undefined);
	/** The session has ended while somebody was at work. What is on screen stays, covered, until they are back. */
	const isExpired = createStore(false);
	const isAway = createStore(false);
	/** Whole percent of downloads, by their ids in the queue. */
	const progress = createStore<ReadonlyMap<string, number>>(new Map());
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

	/** Somebody is logged in, perhaps again. */
	function enter(next: User) {
		if (standingOf(next) !== standingOf(user.get())) {
			forget();
			user.set(next);
		}
		if (isExpired.get()) {
			isExpired.set(false);
			returns.set(returns.get() + 1);
		}
	}

	/** Whether whoever is logged in may do this. The service refuses the rest. */
	const may = (right: Right) => user.get()?.rights[right] ?? false;

	function leave() {
		keptSearches.clear();
		forget();
		user.set(null);
		isExpired.set(false);
	}

	/**
	 * Runs an action of a person; a failure becomes a notice. Returns whether it succeeded. `next`: what the notice
	 * offers.
	 */
	// biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing
	async function attempt(action: () => Promise<{message?: string} | null | void>, message?: string, next?: NoticeAction) {
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
		progress,
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

/** Who somebody is, and what he may do. */
export const standingOf = (user: User | null | undefined) => (user ? JSON.stringify([user.id, user.role, user.rights]) : '');

function waitForService(isAway: Store<boolean>, returns: Store<number>) {
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

export const AppContext = createContext(null as AppState | null);

export function useApp() {
	const app = useContext(AppContext);
	if (!app) {
		throw new Error('useApp belongs into a component below AppContext.');
	}
	return app;
}
