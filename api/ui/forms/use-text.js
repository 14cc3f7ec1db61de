import {useState} from 'preact/hooks';

/**
 * The text in a field whose value is something else. It stays as typed, such as “1.” on the way to 1.5, until the value
 * becomes another one.
 * @template T
 * @param {T} value
 * @param {(value: T) => void} onChange
 * @param {{toText: (value: T) => string, toValue: (text: string) => T}} how
 * @returns {[text: string, change: (text: string) => void]}
 */
export function useText(value, onChange, {toText, toValue}) {
	const [typed, setTyped] = useState(/** @type {string | null} */ (null));
	const isTyped = typed !== null && JSON.stringify(toValue(typed)) === JSON.stringify(value);
	const change = (/** @type {string} */ text) => {
		setTyped(text);
		onChange(toValue(text));
	};
	return [isTyped ? typed : toText(value), change];
}
