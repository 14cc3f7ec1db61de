import {useEffect, useState} from 'preact/hooks';

/** A value that components follow. */
export interface Store<T> {
	get: () => T;
	set: (value: T) => void;
	subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
	let value = initial;
	const listeners: Set<() => void> = new Set();
	return {
		get: () => value,
		set(next) {
			if (next !== value) {
				value = next;
				[...listeners].forEach(listener => void listener());
			}
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

export function useStore<T>(store: Store<T>): T {
	const [, redraw] = useState({});
	const shown = store.get();
	useEffect(() => {
		if (store.get() !== shown) {
			redraw({}); // it changed before we listened
		}
		return store.subscribe(() => redraw({}));
	}, [store]);
	return shown;
}
