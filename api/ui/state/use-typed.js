import {useEffect, useRef, useState} from 'preact/hooks';

/** Milliseconds after the last letter. */
const restMs = 250;

/**
 * What a person types into a search box, told once they pause.
 * Another value from outside, such as that of a link, is shown.
 * @param {string} value
 * @param {(text: string) => void} onRest
 * @returns {[typed: string, setTyped: (text: string) => void]}
 */
export function useTyped(value, onRest) {
	const [typed, setTyped] = useState(value);
	const told = useRef(value);
	useEffect(() => {
		if (value !== told.current) {
			told.current = value;
			setTyped(value);
		}
	}, [value]);
	useEffect(() => {
		const timer = setTimeout(() => {
			if (typed.trim() !== told.current) {
				told.current = typed.trim();
				onRest(told.current);
			}
		}, restMs);
		return () => clearTimeout(timer);
	}, [typed]);
	return [typed, setTyped];
}
