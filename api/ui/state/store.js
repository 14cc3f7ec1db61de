import {useEffect, useState} from 'preact/hooks';

/**
 * @template T
 * @typedef {object} Store A value that components follow.
 * @property {() => T} get
 * @property {(value: T) => void} set
 * @property {(listener: () => void) => () => void} subscribe
 */

/**
 * @template T
 * @param {T} initial
 * @returns {Store<T>}
 */
export function createStore(initial) {
	let value = initial;
	/** @type {Set<() => void>} */
	const listeners = new Set();
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

/**
 * @template T
 * @param {Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
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
